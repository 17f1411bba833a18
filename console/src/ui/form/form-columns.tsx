import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './form-columns.module.css'

interface FormColumnsProps {
  /** Beside a long form the aside stays in sight; a short one grows no wider than its fields can use. */
  length?: 'short' | 'long'
  /** The form, then what stands beside it. */
  children: ReactNode
}

/** A form with what it is about beside it, or below it where there is no room. */
export function FormColumns({ length, children }: FormColumnsProps) {
  return <div className={classNames(styles.columns, length && styles[length])}>{children}</div>
}

/** The second column: what comes of the form, or what helps with it. */
export function FormAside({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside aria-label={label} className={styles.aside}>
      {children}
    </aside>
  )
}
