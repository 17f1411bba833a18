import type { Consequences } from '@podium/contract/shapes.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import styles from './consequence-list.module.css'
import { consequenceWords, namesOf } from './consequence-words.ts'

interface ConsequenceListProps {
  /** of what is to be deleted */
  name: string
  consequences: Consequences
}

/** What goes with a deletion, by count and by name, and what stands against it. */
export function ConsequenceList({ name, consequences }: ConsequenceListProps) {
  const { reasons, contains, names } = consequences
  return (
    <div className={styles.list}>
      {reasons.length > 0 && (
        <Note tone="warn" title="Not now.">
          {reasons.join(' ')}
        </Note>
      )}
      <p>{consequenceWords(name, consequences)}</p>
      {(names.instances.length > 0 || names.streams.length > 0) && (
        <dl className={styles.names}>
          {names.instances.length > 0 && (
            <>
              <dt>Instances</dt>
              <dd>{namesOf(names.instances, contains.instances)}</dd>
            </>
          )}
          {names.streams.length > 0 && (
            <>
              <dt>Streams</dt>
              <dd>{namesOf(names.streams, contains.streams)}</dd>
            </>
          )}
        </dl>
      )}
    </div>
  )
}
