import { useRef } from 'react'
import layout from '../../theme/layout.module.css'
import { CopyButton } from '../button/copy-button.tsx'
import { classNames } from '../class-names.ts'
import styles from './code-block.module.css'
import { useJsonColours } from './use-json-colours.ts'

interface CodeBlockProps {
  /** Its accessible name: 'Parameters', 'Command'. */
  label: string
  code: string
  copy?: boolean
  json?: boolean
}

/** Code or JSON, unchanged and scrollable. */
export function CodeBlock({ label, code, copy, json = false }: CodeBlockProps) {
  const text = useRef<HTMLElement>(null)
  useJsonColours(text, json ? code : '')
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label} className={classNames(layout.scroll, styles.scroll)}>
        <pre translate="no" className={styles.code}>
          <code translate="no" ref={text}>
            {code}
          </code>
        </pre>
      </section>
      {copy && (
        <div className={styles.copy}>
          <CopyButton text={code} label="Copy" worded />
        </div>
      )}
    </div>
  )
}
