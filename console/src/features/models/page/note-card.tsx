import { editModel, type ModelInfo } from '@podium/contract/calls/models.ts'
import { type FormEvent, useState } from 'react'
import { useLeaveGuard } from '../../../navigation/use-leave-guard.ts'
import { useChange } from '../../../record/use-change.ts'
import { useDisabledReason } from '../../../session/use-caller.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { TextAreaField } from '../../../ui/form/text-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import styles from './model-page.module.css'

export function NoteCard({ model }: { model: ModelInfo }) {
  const [isOpen, setOpen] = useState(false)
  const disabledReason = useDisabledReason('model.edit')
  return (
    <Card
      title="Note"
      trailing={
        !isOpen && (
          <Button small disabledReason={disabledReason} onClick={() => setOpen(true)}>
            {model.note === '' ? 'Write a note' : 'Edit'}
          </Button>
        )
      }
    >
      {isOpen ? (
        <NoteForm model={model} onClose={() => setOpen(false)} />
      ) : (
        <p className={model.note === '' ? text.muted : styles.note}>{model.note || 'No note yet.'}</p>
      )}
    </Card>
  )
}

function NoteForm({ model, onClose }: { model: ModelInfo; onClose: () => void }) {
  const [note, setNote] = useState(model.note)
  useLeaveGuard(note !== model.note, 'The note is not saved.')
  const { change, isBusy } = useChange({
    change: (_: undefined, send) => send(editModel, { params: { id: model.id }, body: { note } }),
    failed: 'The note could not be saved.',
    onDone: onClose,
    tell: () => ({ snackbar: 'The note is saved.' }),
  })

  function save(event: FormEvent) {
    event.preventDefault()
    void change(undefined)
  }

  return (
    <form onSubmit={save} className={layout.stackTight}>
      <TextAreaField
        label="Note"
        value={note}
        maxLength={2000}
        autoFocus
        onChange={({ currentTarget: { value } }) => setNote(value)}
      />
      <div className={layout.row}>
        <Button type="submit" kind="primary" busy={isBusy}>
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
