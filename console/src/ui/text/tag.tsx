import type { ReactNode } from 'react'
import styles from './chip.module.css'

interface TagProps {
  /** The key of a key and value. */
  name?: string
  children: ReactNode
}

/** A square tag: a role, a version, '+2', or a key with its value. */
export function Tag({ name, children }: TagProps) {
  return (
    <span className={styles.tag}>
      {name !== undefined && <span className={styles.tagName}>{name}</span>}
      <span className={styles.tagValue}>{children}</span>
    </span>
  )
}
