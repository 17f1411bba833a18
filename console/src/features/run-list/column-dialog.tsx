import { listRunNames } from '@podium/contract/calls/run-list.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { useState } from 'react'
import { q } from '../../api/query.ts'
import { holdsText } from '../../format/holds-text.ts'
import { countOf } from '../../format/number.ts'
import { useWorkspace } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import { Button, TextButton } from '../../ui/button/button.tsx'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Icon } from '../../ui/drawing/icon.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { SearchField } from '../../ui/table/toolbar.tsx'
import { FIXED_COLUMNS } from './run-columns.tsx'

interface ColumnDialogProps {
  shown: readonly string[]
  /** @param ids undefined for the default columns */
  onChange: (ids: readonly string[] | undefined) => void
  onClose: () => void
}

interface Offered {
  id: string
  name: string
  help?: string
}

/** Chooses and orders the columns of the list. */
export function ColumnDialog({ shown, onChange, onClose }: ColumnDialogProps) {
  const { id: workspace_id } = useWorkspace()
  const { data } = useQuery(q(listRunNames, { query: { workspace_id } }))
  const [search, setSearch] = useState('')
  const offered = offeredColumns(data)
  const fits = ({ name }: Offered) => holdsText(name, search)
  const chosen = shown.map(
    (id) => offered.find((one) => one.id === id) ?? { id, name: id.replace(/^\w+:/, '') },
  )
  const others = offered.filter(({ id }) => !shown.includes(id))

  const [dragged, setDragged] = useState<string>()

  function move(id: string, to: number) {
    onChange(shown.filter((one) => one !== id).toSpliced(to, 0, id))
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Columns"
      footer={
        <>
          <TextButton onClick={() => onChange(undefined)}>Back to default</TextButton>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className={layout.stackClose}>
        <SearchField label="Find a column" placeholder="Find a column" onChange={setSearch} />
        <ul aria-label="Shown columns" className={layout.stackTight}>
          {chosen.map((column, at) =>
            fits(column) ? (
              // The buttons do the same for the keyboard.
              <li
                key={column.id}
                className={layout.between}
                draggable
                onDragStart={() => setDragged(column.id)}
                onDragEnd={() => setDragged(undefined)}
                onDragOver={(event) => {
                  if (dragged) event.preventDefault()
                }}
                onDrop={() => dragged && move(dragged, at)}
              >
                <Checkbox
                  label={column.name}
                  checked
                  onChange={() => onChange(shown.filter((id) => id !== column.id))}
                />
                <span className={layout.row}>
                  <IconButton
                    icon={ArrowUp}
                    label={`Move ${column.name} to the left`}
                    disabledReason={at === 0 ? 'It is the first.' : undefined}
                    onClick={() => move(column.id, at - 1)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    label={`Move ${column.name} to the right`}
                    disabledReason={at === shown.length - 1 ? 'It is the last.' : undefined}
                    onClick={() => move(column.id, at + 1)}
                  />
                  <Icon of={GripVertical} />
                </span>
              </li>
            ) : null,
          )}
        </ul>
        <ul aria-label="Other columns" className={layout.stackTight}>
          {others.filter(fits).map(({ id, name, help }) => (
            <li key={id}>
              <Checkbox label={name} help={help} checked={false} onChange={() => onChange([...shown, id])} />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

/** Returns the columns on offer, without names that contain a comma, because the call separates names by commas. */
function offeredColumns(names: ReplyOf<typeof listRunNames> | undefined): readonly Offered[] {
  const named = (kind: 'figure' | 'parameter') =>
    (names?.[`${kind}s`] ?? [])
      .filter(({ name }) => !name.includes(','))
      .map(({ name, runs }) => ({ id: `${kind}:${name}`, name, help: `${kind}, ${countOf(runs, 'run')}` }))
  return [
    ...FIXED_COLUMNS.map(({ id, header }) => ({ id, name: header })),
    ...named('figure'),
    ...named('parameter'),
  ]
}
