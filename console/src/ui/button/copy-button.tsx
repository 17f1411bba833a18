import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import texts from '../../theme/text.module.css'
import { TextButton } from './button.tsx'

interface CopyButtonProps {
  text: string
  /** Its name: 'Copy request ID'. */
  label: string
  /** Shows the label beside the icon. */
  worded?: boolean
}

/** Copies, and tells whether the browser allowed it. */
export function CopyButton({ text, label, worded }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      setOutcome('refused')
    }
  }
  return (
    <TextButton
      icon={outcome === 'copied' ? Check : Copy}
      aria-label={worded ? undefined : label}
      title={worded ? undefined : label}
      onClick={copy}
      onBlur={() => setOutcome(undefined)}
    >
      {worded && label}
      <span role="status" className={outcome === 'refused' ? undefined : texts.hidden}>
        {outcome === 'copied' && 'Copied'}
        {outcome === 'refused' && 'The browser refused to copy'}
      </span>
    </TextButton>
  )
}
