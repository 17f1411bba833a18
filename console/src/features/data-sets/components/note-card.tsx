import { dataSetAddress } from '@podium/contract/data-set-address.ts'
import { type DataSet, editDataSet } from '@podium/contract/data-sets.ts'
import { limits } from '@podium/contract/rules.ts'
import { type FormEvent, useState } from 'react'
import { useLeaveGuard } from '../../../navigation/use-leave-guard.ts'
import { useChange } from '../../../record/use-change.ts'
import { useDisabledReason } from '../../../session/use-caller.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DefinitionList } from '../../../ui/layout/definition-list.tsx'
import { Moment } from '../../../ui/text/moment.tsx'

/** What it is called, and how runs name it. */
export function NoteCard({ dataSet }: { dataSet: DataSet }) {
  const [isOpen, setOpen] = useState(false)
  const disabledReason = useDisabledReason('data-set.write')
  const { name, note, runs, created_by, created_at } = dataSet
  return (
    <Card
      title="Data set"
      trailing={
        !isOpen && (
          <Button small disabledReason={disabledReason} onClick={() => setOpen(true)}>
            Edit
          </Button>
        )
      }
    >
      {isOpen ? (
        <NoteForm dataSet={dataSet} onClose={() => setOpen(false)} />
      ) : (
        <DefinitionList
          items={[
            { term: 'Note', value: note },
            { term: 'Runs, all versions', value: runs },
            { term: 'Address', value: <code className={text.mono}>{dataSetAddress(name, null)}</code> },
            { term: 'Path in a run', value: <code className={text.mono}>$PODIUM_DATA_DIR</code> },
            {
              term: 'Created',
              value: (
                <>
                  <Moment at={created_at} /> by {created_by}
                </>
              ),
            },
          ]}
        />
      )}
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
      <TextField
        label="Note"
        value={note}
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
