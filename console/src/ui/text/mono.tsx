import type { ReactNode } from 'react'
import text from '../../theme/text.module.css'

/** A name or a value of a program, which translation leaves as it is. */
export function Mono({ children }: { children: ReactNode }) {
  return (
    <span translate="no" className={text.mono}>
      {children}
    </span>
  )
}

/** A word of a program, which is never translated. */
export function Code({ children }: { children: ReactNode }) {
  return (
    <code translate="no" className={text.mono}>
      {children}
    </code>
  )
}
