import { ArrowDown, ArrowUp, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './table.module.css'

interface TwistButtonProps {
  open: boolean
  /** What it opens: 'Runs of line-3'. */
  label: string
  onToggle: () => void
}

/** Opens and closes the rows that belong to a row. */
export function TwistButton({ open, label, onToggle }: TwistButtonProps) {
  return (
    <button type="button" aria-expanded={open} aria-label={label} className={styles.twist} onClick={onToggle}>
      <Icon of={ChevronRight} />
    </button>
  )
}

export interface Sort {
  id: string
  desc: boolean
}

export interface Column<Row> {
  /** Also the name it is sorted by. */
  id: string
  header: string
  /** A dash for nothing: no cell is ever empty. */
  cell: (row: Row) => ReactNode
  sortable?: boolean
  /** What the second line of the cell of a sortable column shows, sorted by a button of its own. */
  also?: { id: string; header: string }
  /** A share of the table, such as '18%': given for every column, the table fits its place whatever it holds. */
  width?: string
  /** Right-aligned, for numbers and durations. */
  numeric?: boolean
  /** Left out below 640 px, where each row becomes a record. */
  hiddenOnPhone?: boolean
}

interface SortButtonProps {
  sorted: 'asc' | 'desc' | false
  onToggle: () => void
  children: string
}

/** The head of a column that can be sorted; the th around it tells the direction by aria-sort. */
export function SortButton({ sorted, onToggle, children }: SortButtonProps) {
  return (
    <button type="button" className={styles.sort} onClick={onToggle}>
      {children}
      {sorted && <Icon of={sorted === 'asc' ? ArrowUp : ArrowDown} size={12} />}
    </button>
  )
}

/** The name of a row: ink, not orange, for a page of links must not outshout its one button. */
export function RowName({ children, sub }: { children: ReactNode; sub?: ReactNode }) {
  return (
    <>
      <span className={classNames(text.line, text.strong, styles.name)}>{children}</span>
      {sub !== undefined && <span className={classNames(text.sub, styles.sub)}>{sub}</span>}
    </>
  )
}
