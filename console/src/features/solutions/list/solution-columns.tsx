import type { Solution } from '@podium/contract/solutions.ts'
import { NOTHING } from '../../../format/nothing.ts'
import { formatNumber } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import text from '../../../theme/text.module.css'
import { Stars } from '../../../ui/drawing/stars.tsx'
import type { Column } from '../../../ui/table/data-table-column.ts'
import { Moment } from '../../../ui/text/moment.tsx'
import { LastRun } from './last-run.tsx'
import { SolutionName } from './solution-name.tsx'

export const solutionColumns: readonly Column<Solution>[] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    width: '21%',
    cell: (solution) => <SolutionName of={solution} />,
  },
  {
    id: 'seq',
    header: 'No.',
    sortable: true,
    numeric: true,
    hiddenOnPhone: true,
    width: '5%',
    cell: ({ seq }) => formatNumber(seq),
  },
  {
    id: 'version',
    header: 'Version',
    width: '7%',
    cell: ({ versions }) => formatVersion(versions[0]?.version_num),
  },
  {
    id: 'pipelines',
    header: 'Pipelines',
    hiddenOnPhone: true,
    width: '12%',
    cell: ({ versions }) => versions[0]?.pipelines.join(', ') || NOTHING,
  },
  {
    id: 'created_at',
    header: 'Registered',
    sortable: true,
    hiddenOnPhone: true,
    width: '14%',
    cell: ({ created_by, created_at }) => (
      <div className={text.cut}>
        {created_by || NOTHING}{' '}
        <span className={text.sub}>
          <Moment at={created_at} />
        </span>
      </div>
    ),
  },
  {
    id: 'updated_at',
    header: 'Updated',
    sortable: true,
    width: '15%',
    cell: ({ updated_at }) => <Moment at={updated_at} />,
  },
  {
    id: 'runs',
    header: 'Runs',
    numeric: true,
    width: '6%',
    cell: ({ run_count }) => formatNumber(run_count),
  },
  { id: 'last_run', header: 'Last run', width: '11%', cell: (solution) => <LastRun of={solution} /> },
  {
    id: 'rating',
    header: 'Rating',
    sortable: true,
    width: '9%',
    cell: ({ rating }) => <Stars {...rating} />,
  },
]
