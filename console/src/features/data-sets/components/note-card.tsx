import { dataSetAddress } from '@podium/contract/data-set-address.ts'
import { type DataSet, editDataSet } from '@podium/contract/data-sets.ts'
import { limits } from '@podium/contract/rules.ts'
import { type FormEvent, useState } from 'react'
import { formatNumber } from '../../../format/number.ts'
import { useLeaveGuard } from '../../../navigation/use-leave-guard.ts'
import { useChange } from '../../../record/use-change.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { TextAreaField, TextField } from '../../../ui/form/text-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Fact, FactStrip } from '../../../ui/layout/definition-list.tsx'
import { Moment } from '../../../ui/text/moment.tsx'

/** How runs name it and find it, and who made it. */
export function DataSetFacts({ dataSet: { name, runs, created_by, created_at } }: { dataSet: DataSet }) {
  return (
    <FactStrip>
      <Fact term="Address">
        <code className={text.mono}>{dataSetAddress(name, null)}</code>
      </Fact>
      <Fact term="Path in a run">
        <code className={text.mono}>$PODIUM_DATA_DIR</code>
      </Fact>
      <Fact term="Runs, all versions">{formatNumber(runs)}</Fact>
      <Fact term="Created">
        <Moment at={created_at} />, {created_by}
      </Fact>
    </FactStrip>
  )
}

/** What it is called and what it is, to be changed. */
export function NoteCard(props: { dataSet: DataSet; onClose: () => void }) {
  return (
    <Card title="Edit data set">
      <NoteForm {...props} />
    </Card>
  )
}

function NoteForm({ dataSet, onClose }: { dataSet: DataSet; onClose: () => void }) {
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
