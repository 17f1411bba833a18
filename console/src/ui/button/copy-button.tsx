import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import texts from '../../theme/text.module.css'
import { Button, TextButton } from './button.tsx'

interface CopyButtonProps {
  text: string
  /** Its accessible name: 'Copy request ID'. */
  label: string
  /** Shows the label beside the icon. */
  worded?: boolean
  /** Framed and with a label, as the buttons beside it. */
  framed?: 'small' | 'normal'
}

/** Copies a text, and says whether the browser allowed it. */
export function CopyButton({ text, label, framed, worded = framed !== undefined }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      setOutcome('refused')
    }
  }
  const press = {
    icon: outcome === 'copied' ? Check : Copy,
    onClick: copy,
    onBlur: () => setOutcome(undefined),
  }
  const content = (
    <>
      {worded && label}
      <span role="status" className={outcome === 'refused' ? undefined : texts.hidden}>
        {outcome === 'copied' && 'Copied'}
        {outcome === 'refused' && 'The browser refused to copy'}
      </span>
    </>
  )
  if (framed)
    return (
      <Button {...press} small={framed === 'small'}>
        {content}
      </Button>
    )
  return (
    <TextButton {...press} aria-label={worded ? undefined : label} title={worded ? undefined : label}>
      {content}
    </TextButton>
  )
}
