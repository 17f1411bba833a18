import { type ReactNode, useId } from 'react'
import choice from './choice.module.css'
import styles from './switch-card.module.css'

interface SwitchCardProps {
  title: string
  /** what it does, in one line */
  sub: string
  on: boolean
  onChange: (on: boolean) => void
  /** why it cannot be turned on; shown in place of `sub` */
  reason?: string | undefined
  /** opens below while it is on */
  children?: ReactNode
}

/** Something that is on or off, with what belongs to it while it is on. */
export function SwitchCard({ title, sub, on, onChange, reason, children }: SwitchCardProps) {
  const id = useId()
  return (
    <div className={styles.card}>
      <label className={styles.head} data-off={reason === undefined ? undefined : true}>
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state
          role="switch"
          aria-labelledby={id}
          aria-describedby={`${id}-sub`}
          checked={on}
          disabled={reason !== undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
          className={choice.switch}
        />
        <span>
          <span id={id} className={styles.title}>
            {title}
          </span>
          <span id={`${id}-sub`} className={styles.sub}>
            {reason ?? sub}
          </span>
        </span>
      </label>
      {on && children !== undefined && <div className={styles.body}>{children}</div>}
    </div>
  )
}
