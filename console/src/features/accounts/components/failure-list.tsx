import { countOf } from '../../../format/number.ts'

interface FailureListProps {
  failures: readonly { username: string; reason: string }[]
  /** how many it was done for */
  done?: number
}

/** Which accounts it failed for, and why. */
export function FailureList({ failures, done = 0 }: FailureListProps) {
  return (
    <>
      {done > 0 && <p>{`Done for ${countOf(done, 'account')}, not for ${failures.length}:`}</p>}
      <ul>
        {failures.map(({ username, reason }) => (
          <li key={username}>
            <b>{username}</b>: {reason}
          </li>
        ))}
      </ul>
    </>
  )
}
