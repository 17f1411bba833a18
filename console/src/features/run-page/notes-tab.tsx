import { describeRun, type RunInfo } from '@podium/contract/calls/runs.ts'
import { type FormEvent, useState } from 'react'
import { useLeaveGuard } from '../../navigation/use-leave-guard.ts'
import { useChange } from '../../record/use-change.ts'
import { useDisabledReason } from '../../session/use-caller.ts'
import layout from '../../theme/layout.module.css'
import { Button } from '../../ui/button/button.tsx'
import { TextAreaField, TextField } from '../../ui/form/text-field.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { tagProblem, tagsIn } from '../runs/components/run-tags.ts'

const LONGEST_NOTE = 2000

/** Edits the note and the tags of a run, which the whole workspace sees. */
export function NotesTab({ run }: { run: RunInfo }) {
  const [note, setNote] = useState(run.note)
  const [typedTags, setTypedTags] = useState(run.tags.join(', '))
  const mayNot = useDisabledReason('run.describe')
  const tags = tagsIn(typedTags)
  const isTyped = note !== run.note || tags.join() !== run.tags.join()
  const wrongTags = tagProblem(tags)
  const wrongNote = note.length > LONGEST_NOTE ? `A note has at most ${LONGEST_NOTE} characters.` : undefined
  useLeaveGuard(isTyped, 'The note is not saved.', ({ tab }) => tab === 'notes')
  const { change: save, isBusy } = useChange<void, RunInfo>({
    change: (_, send) => send(describeRun, { params: { id: run.id }, body: { note, tags } }),
    failed: 'The note was not saved.',
    tell: () => ({ snackbar: 'Saved.' }),
    onDone: (saved) => setTypedTags(saved.tags.join(', ')),
  })
  const disabledReason = mayNot ?? wrongTags ?? wrongNote ?? (isTyped ? undefined : 'Nothing was changed.')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (disabledReason === undefined) void save()
  }
  return (
    <Card title="Notes">
      <form aria-label="Notes" className={layout.stackClose} onSubmit={submit}>
        <TextAreaField
          label="Note"
          help="What was tried and what came of it. Everyone in the workspace can read it."
          rows={6}
          error={wrongNote}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <TextField
          label="Tags"
          help="Separated by commas."
          error={wrongTags}
          value={typedTags}
          onChange={(event) => setTypedTags(event.currentTarget.value)}
        />
        <div>
          <Button kind="primary" type="submit" busy={isBusy} disabledReason={disabledReason}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  )
}
