import { ArrowDown, ArrowUp } from 'lucide-react'
import { Icon } from '../drawing/icon.tsx'
import styles from './table.module.css'

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
