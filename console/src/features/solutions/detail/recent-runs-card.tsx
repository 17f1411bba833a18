import { shownState } from '@podium/contract/run-state.ts'
import { listSolutionRuns, type Run } from '@podium/contract/runs.ts'
import type { Solution } from '@podium/contract/solutions.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { q } from '../../../api/query.ts'
import { insteadOf } from '../../../api/query-instead.tsx'
import { NOTHING } from '../../../format/nothing.ts'
import { formatNumber } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { Column } from '../../../ui/table/data-table-column.ts'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { RowName } from '../../../ui/table/row-name.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { StateChip } from '../../../ui/text/state-chip.tsx'

const SHOWN = 5
const WORDS = { loading: 'Loading runs', failed: 'The runs could not be read' }

const columns: readonly Column<Run>[] = [
  {
    id: 'name',
    header: 'Run',
    cell: ({ id, name, pipeline, version_num }) => (
      <RowName sub={`${formatVersion(version_num)}, ${pipeline}`}>
        <RunLink id={id}>{name}</RunLink>
      </RowName>
    ),
  },
  { id: 'state', header: 'State', cell: ({ state }) => <StateChip state={shownState(state)} /> },
  { id: 'model', header: 'Model', cell: ({ model_version }) => formatVersion(model_version) },
  { id: 'created_by', header: 'Asked by', cell: ({ created_by }) => created_by || NOTHING },
  { id: 'created_at', header: 'Asked', cell: ({ created_at }) => <Moment at={created_at} /> },
]

/** The newest runs of any version of the solution. */
export function RecentRunsCard({ solution }: { solution: Solution }) {
  const { id } = solution
  const query = useQuery(
    q(listSolutionRuns, { params: { id }, query: { page_size: SHOWN, sort: '-created_at' } }),
  )
  const { data } = query
  return (
    <Card
      title="Recent runs"
      note={data && data.total > SHOWN ? `${SHOWN} of ${formatNumber(data.total)}` : undefined}
      flush
    >
      <PlainTable<Run>
        name="Recent runs"
        bare
        tall
        columns={columns}
        rows={data?.stream_histories}
        rowId={(run) => run.id}
        rowName={(run) => run.name}
        instead={insteadOf(query, WORDS, { rows: 3, tall: true }) ?? (data?.total === 0 && <NoRuns />)}
      />
    </Card>
  )
}

function RunLink({ id, children }: { id: string; children: string }) {
  const { id: ws } = useWorkspace()
  return <Link {...paths.run(id, { ws })}>{children}</Link>
}

function NoRuns() {
  return <EmptyState title="No runs yet">New Run starts the first one.</EmptyState>
}
