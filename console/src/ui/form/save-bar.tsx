import type { ReactNode } from 'react'
import { Note } from '../feedback/note.tsx'
import styles from './save-bar.module.css'

interface SaveBarProps {
  /** what needs attention, or what a save would do */
  note?: ReactNode
  /** why the last save was refused, where no field stands for it; '' for nothing */
  refusal?: string
  children: ReactNode
}

/**
 * Stays in sight at the foot of a long form: what needs attention at the left, the buttons at the right. A refusal
 * stands above them, where whoever pressed a button looks.
 */
export function SaveBar({ note, refusal = '', children }: SaveBarProps) {
  return (
    <div className={styles.bar}>
      <div role="alert" className={styles.refusal}>
        {refusal !== '' && <Note tone="bad">{refusal}</Note>}
      </div>
      <div className={styles.line}>
        <div className={styles.note} aria-live="polite">
          {note}
        </div>
        {children}
      </div>
    </div>
  )
}
