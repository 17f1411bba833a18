import type { ReactNode } from 'react'
import styles from './table-bars.module.css'

interface ToolbarProps {
  /** A SearchField. */
  search?: ReactNode
  /** FilterChips and AddFilters. */
  filters?: ReactNode
  /** At the right end: density, download, list or thumbnails. */
  aside?: ReactNode
}

/** Above a table: find, filter, and how it is shown. */
export function Toolbar({ search, filters, aside }: ToolbarProps) {
  return (
    <div className={styles.toolbar}>
      {search !== undefined && <div className={styles.search}>{search}</div>}
      {filters !== undefined && <div className={styles.filters}>{filters}</div>}
      {aside !== undefined && <div className={styles.aside}>{aside}</div>}
    </div>
  )
}
