import { countOf } from '../../../format/number.ts'
import styles from './failure-list.module.css'

interface FailureListProps {
  failed: readonly { account: { id: string; username: string }; detail: string }[]
  /** how many it was done for */
  done: number
}

/** Whom it failed for, and why. */
export function FailureList({ failed, done }: FailureListProps) {
  return (
    <>
      {done > 0 && <p>{`Done for ${countOf(done, 'account')}, not for ${failed.length}:`}</p>}
      <ul className={styles.failures}>
        {failed.map(({ account, detail }) => (
          <li key={account.id}>
            <b>{account.username}</b>: {detail}
          </li>
        ))}
      </ul>
    </>
  )
}
