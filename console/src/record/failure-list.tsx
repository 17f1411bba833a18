import { countOf } from '../format/number.ts'

interface FailureListProps {
  failures: readonly { id: string; name: string; reason: string }[]
  /** how many it was done for */
  done?: number | undefined
  /** the singular of the records */
  noun: string
}

/** Lists the records that a change failed for, and why. */
export function FailureList({ failures, done = 0, noun }: FailureListProps) {
  return (
    <>
      {done > 0 && <p>{`Done for ${countOf(done, noun)}, not for ${failures.length}:`}</p>}
      <ul>
        {failures.map(({ id, name, reason }) => (
          <li key={id}>
            <b>{name}</b>: {reason}
          </li>
        ))}
      </ul>
    </>
  )
}
