import type { ReactNode } from 'react'
import styles from './fact-strip.module.css'

/** The few facts of a record side by side; below one another where they have no room. */
export function FactStrip({ children }: { children: ReactNode }) {
  return <dl className={styles.strip}>{children}</dl>
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
