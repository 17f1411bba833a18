import type { ReactNode } from 'react'
import styles from './form-section.module.css'

/** Stays in sight at the foot of a long form: what needs attention at the left, the buttons at the right. */
export function SaveBar({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.saveBar}>
      <div className={styles.saveNote} aria-live="polite">
        {note}
      </div>
      {children}
    </div>
  )
}
