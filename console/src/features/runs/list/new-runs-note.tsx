import { countOf } from '../../../format/number.ts'
import { TextButton } from '../../../ui/button/text-button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'

interface NewRunsNoteProps {
  count: number
  onShow: () => void
}

/** Tells of runs that were started meanwhile; the rows move only when somebody wants them to. */
export function NewRunsNote({ count, onShow }: NewRunsNoteProps) {
  function show() {
    onShow()
    // The button goes with its note: who pressed it goes on from the heading, as after a change of page.
    document.querySelector<HTMLElement>('main h1')?.focus()
  }
  return (
    <div role="status">
      {count > 0 && (
        <Note tone="info">
          {countOf(count, 'new run')}. <TextButton onClick={show}>Show</TextButton>
        </Note>
      )}
    </div>
  )
}
