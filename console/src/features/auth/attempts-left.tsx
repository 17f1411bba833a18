import { limits } from '@podium/contract/rules.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './auth-layout.module.css'

const TRIES = Array.from({ length: limits.login_failures }, (_, at) => at + 1)

/** How many tries are left before the account is locked: in words, and as dots beside them. */
export function AttemptsLeft({ left }: { left: number }) {
  const used = limits.login_failures - left
  return (
    <span className={styles.attempts}>
      <span>
        {left} attempt{left === 1 ? '' : 's'} left before this account is locked.
      </span>
      <span className={styles.dots} aria-hidden="true">
        {TRIES.map((attempt) => (
          <span key={attempt} className={classNames(styles.dot, attempt <= used && styles.used)} />
        ))}
      </span>
    </span>
  )
}
