import layout from '../../theme/layout.module.css'
import { Note } from '../feedback/note.tsx'
import { Moment } from '../text/moment.tsx'
import { type Change, ChangeList } from './change-list.tsx'

interface StaleNoteProps {
  /** that somebody was faster */
  sentence: string
  /** when they saved */
  at: string
  /** what they changed */
  changes: readonly Change[]
}

/** What somebody else changed meanwhile. The text in the form stays; the next save is made on their record. */
export function StaleNote({ sentence, at, changes }: StaleNoteProps) {
  return (
    <Note tone="warn" live title={sentence}>
      <div className={layout.stackTight}>
        <p>
          Changed at <Moment at={at} />. What you typed is still here.
        </p>
        <ChangeList changes={changes} />
      </div>
    </Note>
  )
}
