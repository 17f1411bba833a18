import type { Solution } from '@podium/contract/calls/solutions.ts'
import { shownState } from '@podium/contract/rules/run-state.ts'
import { NOTHING } from '../../format/nothing.ts'
import { formatNumber } from '../../format/number.ts'
import { formatVersion } from '../../format/version.ts'
import { paths } from '../../navigation/paths.ts'
import { RowLink } from '../../navigation/row-link.tsx'
import text from '../../theme/text.module.css'
import { Stars } from '../../ui/drawing/stars.tsx'
import type { Column } from '../../ui/table/table-rows.tsx'
import { StateChip } from '../../ui/text/chip.tsx'
import { ListTime } from '../../ui/text/moment.tsx'
import { newestOf } from './solution-record.tsx'

export const solutionColumns: readonly Column<Solution>[] = [
  { id: 'name', header: 'Name', sortable: true, width: '18%', cell: nameCell },
  {
    id: 'seq',
    header: 'No.',
    sortable: true,
    numeric: true,
    onlyWide: true,
    onPhone: 'hidden',
    width: '5%',
    cell: ({ seq }) => formatNumber(seq),
  },
  {
    id: 'version',
    header: 'Version',
    onPhone: 'beside',
    width: '10.5%',
    cell: (row) => formatVersion(newestOf(row)),
  },
  {
    id: 'pipelines',
    header: 'Pipelines',
    onlyWide: true,
    onPhone: 'hidden',
    width: '12%',
    cell: ({ versions }) => versions[0]?.pipelines.join(', ') || NOTHING,
  },
  {
    id: 'created_at',
    header: 'Registered',
    sortable: true,
    onPhone: 'hidden',
    width: '12%',
    cell: ({ created_by, created_at }) => (
      <div className={text.cut}>
        {created_by || NOTHING}{' '}
        <span className={text.sub}>
          <ListTime at={created_at} />
        </span>
      </div>
    ),
  },
  {
    id: 'updated_at',
    header: 'Updated',
    sortable: true,
    onPhone: 'beside',
    width: '144px',
    cell: ({ updated_at }) => <ListTime at={updated_at} />,
  },
  {
    id: 'runs',
    header: 'Runs',
    numeric: true,
    onPhone: 'hidden',
    width: '72px',
    cell: ({ run_count }) => formatNumber(run_count),
  },
  {
    id: 'last_run',
    header: 'Last run',
    onPhone: 'beside',
    width: 'auto',
    cell: (row) => <LastRun of={row} />,
  },
  {
    id: 'rating',
    header: 'Rating',
    sortable: true,
    onPhone: 'beside',
    width: '9%',
    cell: ({ rating }) => (rating.count === 0 ? NOTHING : <Stars {...rating} />),
  },
]

/** 'No. 7 · train, inference': tells solutions with similar names apart. */
export function briefOf({ seq, versions }: Pick<Solution, 'seq' | 'versions'>): string {
  const pipelines = versions[0]?.pipelines.join(', ')
  return [`No. ${formatNumber(seq)}`, pipelines].filter(Boolean).join(' · ')
}

/** The name of a solution. On a phone, a line below it replaces the columns that do not fit. */
function nameCell(solution: Solution, isPhone: boolean) {
  const { id, solution_name, workspace_id: ws, created_by } = solution
  const brief = [briefOf(solution), created_by].filter(Boolean).join(' · ')
  return <RowLink to={paths.solution(id, { ws })} name={solution_name} sub={isPhone ? brief : undefined} />
}

/** The state of the newest run of any version. */
export function LastRun({ of: { last_run_state } }: { of: Pick<Solution, 'last_run_state'> }) {
  if (last_run_state === null) return <span className={text.muted}>never run</span>
  return <StateChip state={shownState(last_run_state)} />
}
