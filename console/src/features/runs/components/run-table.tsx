import type { Run } from '@podium/contract/calls/runs.ts'
import { formatVersion } from '../../../format/version.ts'
import { DataTable, type DataTableProps } from '../../../ui/table/data-table.tsx'
import { type Column, RowName } from '../../../ui/table/table-rows.tsx'
import { ListTime } from '../../../ui/text/moment.tsx'
import { RunChip, RunDuration } from './run-cells.tsx'
import { RunLink } from './run-link.tsx'

interface RunTableProps extends Pick<DataTableProps<Run>, 'name' | 'bare' | 'placeholder'> {
  runs: readonly Run[] | undefined
  /** true if all runs are the person's own */
  isOwn: boolean
}

const COLUMNS: readonly Column<Run>[] = [
  {
    id: 'name',
    header: 'Run',
    cell: (run) => (
      <RowName sub={`${run.solution_name} ${formatVersion(run.version_num)}, ${run.pipeline}`}>
        <RunLink run={run} />
      </RowName>
    ),
  },
  {
    id: 'state',
    header: 'State',
    onPhone: 'title',
    cell: (run) => <RunChip state={run.state} />,
  },
  { id: 'created_by', header: 'Started by', cell: (run) => run.created_by, onPhone: 'hidden' },
  { id: 'created_at', header: 'Created', cell: (run) => <ListTime at={run.created_at} /> },
  { id: 'duration', header: 'Duration', cell: (run) => <RunDuration run={run} />, numeric: true },
]

const OF_ONE = COLUMNS.filter(({ id }) => id !== 'created_by')

/** Lists runs of several streams, in the order of the server. */
export function RunTable({ runs, isOwn, ...frame }: RunTableProps) {
  return (
    <DataTable<Run>
      tall
      columns={isOwn ? OF_ONE : COLUMNS}
      rows={runs}
      rowId={(run) => run.id}
      rowName={(run) => run.name}
      {...frame}
    />
  )
}
