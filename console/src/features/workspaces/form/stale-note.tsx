import type { Workspace } from '@podium/contract/workspaces.ts'
import { ChangeList } from '../../../ui/change-list.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Note } from '../../../ui/note.tsx'
import { changesBetween } from '../components/field-words.ts'
import { valuesOf } from '../components/workspace-form.ts'
import styles from './stale-note.module.css'
import type { Stale } from './use-edit-workspace.tsx'

interface StaleNoteProps {
  /** as the form opened with it */
  seen: Workspace
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
        <ChangeList changes={changesBetween(valuesOf(seen), valuesOf(current))} />
      </div>
    </Note>
  )
}
