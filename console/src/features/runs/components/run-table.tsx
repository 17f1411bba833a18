import type { Run } from '@podium/contract/runs.ts'
import { formatVersion } from '../../../format/version.ts'
import { DataTable, type DataTableProps } from '../../../ui/table/data-table.tsx'
import { type Column, RowName } from '../../../ui/table/table-rows.tsx'
import { Age } from '../../../ui/text/moment.tsx'
import { RunChip, RunDuration } from './run-cells.tsx'
import { RunLink } from './run-link.tsx'

interface RunTableProps extends Pick<DataTableProps<Run>, 'name' | 'bare' | 'placeholder'> {
  runs: readonly Run[] | undefined
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
  { id: 'state', header: 'State', cell: (run) => <RunChip state={run.state} /> },
  { id: 'model', header: 'Model', cell: (run) => formatVersion(run.model_version), hiddenOnPhone: true },
  { id: 'created_by', header: 'Started by', cell: (run) => run.created_by, hiddenOnPhone: true },
  { id: 'created_at', header: 'Created', cell: (run) => <Age at={run.created_at} /> },
  { id: 'duration', header: 'Duration', cell: (run) => <RunDuration run={run} />, numeric: true },
]

/** Runs of several streams in one flat list, as the server ordered them. */
export function RunTable({ runs, ...frame }: RunTableProps) {
  return (
    <DataTable<Run>
      tall
      columns={COLUMNS}
      rows={runs}
      rowId={(run) => run.id}
      rowName={(run) => run.name}
      {...frame}
    />
  )
}
