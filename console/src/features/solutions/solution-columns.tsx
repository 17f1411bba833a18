import type { Solution } from '@podium/contract/solutions.ts'
import { Link } from '@tanstack/react-router'
import { NOTHING } from '../../format/nothing.ts'
import { formatNumber } from '../../format/number.ts'
import { formatVersion } from '../../format/version.ts'
import { paths } from '../../navigation/paths.ts'
import type { Column } from '../../ui/data-table-column.ts'
import { Moment } from '../../ui/moment.tsx'
import { RowName } from '../../ui/row-name.tsx'

export const solutionColumns: readonly Column<Solution>[] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    cell: ({ id, solution_name, workspace_id }) => (
      <RowName>
        <Link {...paths.solution(id, { ws: workspace_id })} title={solution_name}>
          {solution_name}
        </Link>
      </RowName>
    ),
  },
  { id: 'seq', header: 'No.', sortable: true, numeric: true, hiddenOnPhone: true, cell: ({ seq }) => seq },
  { id: 'version', header: 'Version', cell: ({ versions }) => formatVersion(versions[0]?.version_num) },
  {
    id: 'pipelines',
    header: 'Pipelines',
    hiddenOnPhone: true,
    cell: ({ versions }) => versions[0]?.pipelines.join(', ') || NOTHING,
  },
  { id: 'created_by', header: 'Registered by', cell: ({ created_by }) => created_by || NOTHING },
  {
    id: 'updated_at',
    header: 'Updated',
    sortable: true,
    cell: ({ updated_at }) => <Moment at={updated_at} />,
  },
  { id: 'runs', header: 'Runs', numeric: true, cell: ({ run_count }) => formatNumber(run_count) },
]
