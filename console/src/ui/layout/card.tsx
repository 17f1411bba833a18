import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
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
      <div className={styles.card}>
        {body}
        {foot}
      </div>
    )
  }
  return (
    <section aria-labelledby={id} className={styles.card}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {note !== undefined && <span className={styles.note}>{note}</span>}
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </div>
      {body}
      {foot}
    </section>
  )
}
