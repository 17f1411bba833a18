import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './card.module.css'

interface CardProps {
  title?: string
  /** Muted text beside the title: a count, a time span. */
  note?: ReactNode
  /** At the right end of the header: the age of the figures, an action. */
  trailing?: ReactNode
  footer?: ReactNode
  /** Lets lists and tables reach the card's edge. */
  flush?: boolean
  children: ReactNode
}

export function Card({ title, note, trailing, footer, flush, children }: CardProps) {
  const id = useId()
  return (
    <section aria-labelledby={title === undefined ? undefined : id} className={layout.surface}>
      {title !== undefined && (
        <div className={classNames(layout.wrap, styles.head)}>
          <h2 id={id}>{title}</h2>
          {note !== undefined && <span className={text.note}>{note}</span>}
          {trailing !== undefined && (
            <div className={classNames(layout.wrap, layout.end, text.note)}>{trailing}</div>
          )}
        </div>
      )}
      <div className={classNames(!flush && styles.body)}>{children}</div>
      {footer !== undefined && <div className={classNames(text.small, styles.foot)}>{footer}</div>}
    </section>
  )
}

interface DisclosureCardProps {
  title: string
  /** Also shown while closed, such as '2 of 3 done'. */
  summary?: ReactNode
  children: ReactNode
}

export function DisclosureCard({ title, summary, children }: DisclosureCardProps) {
  return (
    <details className={classNames(layout.surface, styles.disclosure)}>
      <summary className={classNames(layout.row, styles.head)}>
        <span className={classNames(layout.grow, text.strong)}>{title}</span>
        {summary !== undefined && <span className={text.note}>{summary}</span>}
        <Icon of={ChevronRight} />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  )
}
