import { type DataSet, editDataSet } from '@podium/contract/calls/data-sets.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import { type FormEvent, useState } from 'react'
import { useLeaveGuard } from '../../../navigation/use-leave-guard.ts'
import { useChange } from '../../../record/use-change.ts'
import layout from '../../../theme/layout.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { TextAreaField, TextField } from '../../../ui/form/text-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'

export function EditCard(props: { dataSet: DataSet; onClose: () => void }) {
  return (
    <Card title="Edit data set">
      <EditForm {...props} />
    </Card>
  )
}

function EditForm({ dataSet, onClose }: { dataSet: DataSet; onClose: () => void }) {
  const [name, setName] = useState(dataSet.name)
  const [note, setNote] = useState(dataSet.note)
  useLeaveGuard(name !== dataSet.name || note !== dataSet.note, 'The name and the note are not saved.')
  const { change, isBusy } = useChange({
    change: (_: undefined, send) =>
      send(editDataSet, {
        params: { id: dataSet.id },
        body: { name: name.trim(), note: note.trim(), revision: dataSet.revision },
      }),
    failed: 'The data set could not be saved.',
    onDone: onClose,
    tell: () => ({ snackbar: 'The data set is saved.' }),
  })

  function save(event: FormEvent) {
    event.preventDefault()
    void change(undefined)
  }

  return (
    <form onSubmit={save} className={layout.stackTight}>
      <TextField
        label="Name"
        mono
        value={name}
        maxLength={100}
        autoFocus
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <TextAreaField
        label="Note"
        value={note}
        rows={3}
        maxLength={limits.description}
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
