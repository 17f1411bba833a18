import type { ReactNode } from 'react'
import styles from './table.module.css'

/** The name of a row: ink, not orange, for a page of links must not outshout its one button. */
export function RowName({ children, sub }: { children: ReactNode; sub?: ReactNode }) {
  return (
    <>
      <span className={styles.name}>{children}</span>
      {sub !== undefined && <span className={styles.sub}>{sub}</span>}
    </>
  )
}
