import { listTrash, type TrashedRun } from '@podium/contract/calls/retention.ts'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { formatFileSize } from '../../format/file-size.ts'
import { countOf } from '../../format/number.ts'
import { ListTable } from '../../record/list-table.tsx'
import { useList } from '../../record/use-list.ts'
import text from '../../theme/text.module.css'
import { Button } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Card } from '../../ui/layout/card.tsx'
import type { Column } from '../../ui/table/table-rows.tsx'
import { Moment } from '../../ui/text/moment.tsx'
import { Until } from '../../ui/text/until.tsx'
import { RunCell } from './run-cell.tsx'
import { bytesOf, useTrashChanges } from './use-trash-changes.tsx'

interface TrashProps {
  workspaceId: string
  /** how long files stay in the trash; undefined while unknown */
  days: number | undefined
  /** why the person may neither restore nor remove */
  disabledReason: string | undefined
}

/** The runs whose logs or artifacts can still be restored. */
export function Trash({ workspaceId, days, disabledReason }: TrashProps) {
  const frame = useRef<HTMLDivElement>(null)
  const list = useList(listTrash, ({ trashed }) => trashed, { params: { id: workspaceId } })
  const { restore, remove } = useTrashChanges(workspaceId)
  const { total = 0, logs_bytes = 0, artifacts_bytes = 0, as_of } = list.reply ?? {}
  const isSearched = list.address.q !== ''
  const all = { runs: [], as_of, all: { total, bytes: logs_bytes + artifacts_bytes } }
  const allReason =
    disabledReason ??
    (isSearched ? 'Clear the search first: this applies to everything in the trash.' : undefined) ??
    (total === 0 ? 'The trash is empty.' : undefined)
  // The button disappears when the trash is emptied.
  const leaveButton = (done: boolean) => done && frame.current?.focus()
  return (
    <div ref={frame} tabIndex={-1}>
      <Card
        title="Trash"
        trailing={
          list.isEmpty ? undefined : (
            <>
              <Button
                small
                icon={RotateCcw}
                disabledReason={allReason}
                onClick={() => void restore(all).then(leaveButton)}
              >
                Restore all
              </Button>
              <Button
                small
                icon={Trash2}
                disabledReason={allReason}
                onClick={() => void remove(all).then(leaveButton)}
              >
                Empty trash
              </Button>
            </>
          )
        }
      >
        {list.isEmpty ? (
          <p className={classNames(text.small, text.muted)}>
            The trash is empty.
            {days !== undefined && ` Files removed by the rules stay here for ${countOf(days, 'day')}.`}
          </p>
        ) : (
          <ListTable<TrashedRun>
            list={list}
            name="Trash"
            noun="run"
            columns={columnsIn(workspaceId)}
            rowId={({ run_id }) => run_id}
            rowName={({ run_name }) => run_name}
            searched="Search run, stream or solution"
            note={formatFileSize(logs_bytes + artifacts_bytes)}
            menu={(run) => [
              {
                label: 'Restore',
                icon: RotateCcw,
                disabledReason,
                onSelect: () => void restore({ runs: [run], as_of }),
              },
              'divider',
              {
                label: 'Remove now',
                removes: true,
                disabledReason,
                onSelect: () => void remove({ runs: [run], as_of }),
              },
            ]}
            bulk={(selected, keep) => (
              <>
                <Button
                  small
                  icon={RotateCcw}
                  disabledReason={disabledReason}
                  onClick={() => void restore({ runs: selected, as_of }).then((done) => done && keep([]))}
                >
                  Restore {selected.length}
                </Button>
                <Button
                  small
                  kind="danger"
                  icon={Trash2}
                  disabledReason={disabledReason}
                  onClick={() => void remove({ runs: selected, as_of }).then((done) => done && keep([]))}
                >
                  Remove {selected.length} now
                </Button>
              </>
            )}
          />
        )}
      </Card>
    </div>
  )
}

function columnsIn(ws: string): readonly Column<TrashedRun>[] {
  return [
    {
      id: 'run_name',
      header: 'Run',
      sortable: true,
      width: '40%',
      cell: (run) => <RunCell of={run} ws={ws} />,
    },
    {
      id: 'bytes',
      header: 'Size',
      sortable: true,
      numeric: true,
      width: '18%',
      cell: (run) => (
        <>
          {formatFileSize(bytesOf(run))}
          <span className={text.sub}>{partsOf(run)}</span>
        </>
      ),
    },
    {
      id: 'trashed_at',
      header: 'In the trash since',
      sortable: true,
      width: '22%',
      cell: ({ trashed_at }) => <Moment at={trashed_at} />,
    },
    {
      id: 'removed_at',
      header: 'Restorable',
      width: '20%',
      cell: ({ removed_at }) => <Until at={removed_at} />,
    },
  ]
}

/** Names the files of the run that are in the trash. */
function partsOf({ logs_bytes, artifacts_bytes }: TrashedRun): string {
  if (artifacts_bytes === 0) return 'logs'
  return logs_bytes === 0 ? 'artifacts' : 'artifacts and logs'
}
