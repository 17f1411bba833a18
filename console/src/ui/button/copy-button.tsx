import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import texts from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './button.module.css'

interface CopyButtonProps {
  text: string
  /** Its name: 'Copy request ID'. */
  label: string
  /** Shows the label beside the icon. */
  worded?: boolean
}

type Outcome = 'copied' | 'refused' | undefined

/** Copies, and tells whether the browser allowed it. */
export function CopyButton({ text, label, worded }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>()
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      setOutcome('refused')
    }
  }
  return (
    <button
      type="button"
      aria-label={worded ? undefined : label}
      title={worded ? undefined : label}
      className={classNames(styles.text, styles.copy)}
      onClick={copy}
      onBlur={() => setOutcome(undefined)}
    >
      <Icon of={outcome === 'copied' ? Check : Copy} size={14} />
      {worded && label}
      <span role="status" className={outcome === 'refused' ? undefined : texts.hidden}>
        {outcome === 'copied' && 'Copied'}
        {outcome === 'refused' && 'The browser refused to copy'}
      </span>
    </button>
  )
}
