import { countOf } from '../../../format/number.ts'
import styles from './failure-list.module.css'

interface FailureListProps {
  accounts: readonly { id: string; username: string }[]
  /** why it failed, by the id of the account */
  details: Readonly<Record<string, string>>
  /** how many it was done for */
  done: number
}

/** Which accounts it failed for, and why. */
export function FailureList({ accounts, details, done }: FailureListProps) {
  return (
    <>
      {done > 0 && <p>{`Done for ${countOf(done, 'account')}, not for ${accounts.length}:`}</p>}
      <ul className={styles.failures}>
        {accounts.map(({ id, username }) => (
          <li key={id}>
            <b>{username}</b>: {details[id]}
          </li>
        ))}
      </ul>
    </>
  )
}
