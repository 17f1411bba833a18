import { countOf } from '../../../format/number.ts'
import { Note } from '../../../ui/note.tsx'

interface NewRunsNoteProps {
  count: number
  onShow: () => void
}

/** Tells of runs that were started meanwhile; the rows move only when somebody wants them to. */
export function NewRunsNote({ count, onShow }: NewRunsNoteProps) {
  return (
    <div role="status">
      {count > 0 && (
        <Note tone="info">
          {countOf(count, 'new run')}.{' '}
          <button type="button" onClick={onShow}>
            Show
          </button>
        </Note>
      )}
    </div>
  )
}
