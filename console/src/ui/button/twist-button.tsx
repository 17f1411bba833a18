import { ChevronRight } from 'lucide-react'
import { Icon } from '../drawing/icon.tsx'
import styles from '../table/table.module.css'

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
