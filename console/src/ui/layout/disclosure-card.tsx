import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './card.module.css'

interface DisclosureCardProps {
  title: string
  /** Stays in sight while closed, such as '2 of 3 done'. */
  summary?: ReactNode
  open?: boolean
  onToggle?: (open: boolean) => void
  children: ReactNode
}

export function DisclosureCard({ title, summary, open, onToggle, children }: DisclosureCardProps) {
  return (
    <details
      className={classNames(styles.card, styles.disclosure)}
      open={open}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      <summary className={styles.summary}>
        <span className={styles.summaryTitle}>{title}</span>
        {summary !== undefined && <span className={styles.note}>{summary}</span>}
        <Icon of={ChevronRight} className={styles.arrow} />
      </summary>
      <div className={styles.disclosed}>{children}</div>
    </details>
  )
}
