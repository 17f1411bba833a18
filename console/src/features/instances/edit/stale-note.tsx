import type { Instance } from '@podium/contract/instances.ts'
import { ChangeList } from '../../../ui/change-list.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Note } from '../../../ui/note.tsx'
import { instanceChanges } from '../form/instance-changes.ts'
import styles from '../form/instance-form.module.css'
import type { Stale } from './use-edit-form.ts'

interface StaleNoteProps {
  /** as the form opened with it */
  seen: Instance
  stale: Stale
}

/** What somebody else changed meanwhile. The text in the form stays; the next save is made on their record. */
export function StaleNote({ seen, stale: { sentence, current } }: StaleNoteProps) {
  return (
    <Note tone="warn" live title={sentence}>
      <div className={styles.changes}>
        <p>
          Changed at <Moment at={current.updated_at} />. What you typed is still here.
        </p>
        <ChangeList changes={instanceChanges(seen, current)} />
      </div>
    </Note>
  )
}
