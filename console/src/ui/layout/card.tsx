import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './card.module.css'

interface CardProps {
  title?: string
  /** Quietly beside the title: a count, a span of time. */
  note?: ReactNode
  /** At the right end of the head: the age of the figures, an action. */
  aside?: ReactNode
  footer?: ReactNode
  /** Lists and tables reach to the card's edge. */
  flush?: boolean
  children: ReactNode
}

export function Card({ title, note, aside, footer, flush, children }: CardProps) {
  const id = useId()
  const body = <div className={classNames(!flush && styles.body)}>{children}</div>
  const foot = footer !== undefined && <div className={styles.foot}>{footer}</div>
  if (title === undefined) {
    return (
      <div className={layout.surface}>
        {body}
        {foot}
      </div>
    )
  }
  return (
    <section aria-labelledby={id} className={layout.surface}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {note !== undefined && <span className={text.note}>{note}</span>}
        {aside !== undefined && (
          <div className={classNames(layout.row, text.note, styles.aside)}>{aside}</div>
        )}
      </div>
      {body}
      {foot}
    </section>
  )
}

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
      className={classNames(layout.surface, styles.disclosure)}
      open={open}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      <summary className={styles.summary}>
        <span className={classNames(layout.grow, text.strong)}>{title}</span>
        {summary !== undefined && <span className={text.note}>{summary}</span>}
        <Icon of={ChevronRight} className={styles.arrow} />
      </summary>
      <div className={styles.disclosed}>{children}</div>
    </details>
  )
}
