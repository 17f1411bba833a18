import { RUN_STATES, type ShownState, shownState } from '@podium/contract/run-state.ts'
import type { Solution } from '@podium/contract/solutions.ts'
import type { Stream } from '@podium/contract/streams.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { insteadOf } from '../../../api/query-instead.tsx'
import { formatNumber } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { RunStrip } from '../../../ui/drawing/run-strip.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { Column } from '../../../ui/table/data-table-column.ts'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { RowName } from '../../../ui/table/row-name.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { streamsQuery } from './uses.ts'

const SHOWN = 20
const WORDS = { loading: 'Loading streams', failed: 'The streams could not be read' }

const columns: readonly Column<Stream>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ id, name, instance_name, solution_id, workspace_id: ws }) => (
      <RowName sub={instance_name}>
        <Link {...paths.models({ solution_id, open: id, ws })}>{name}</Link>
      </RowName>
    ),
  },
  { id: 'version', header: 'Version', cell: ({ version_num }) => formatVersion(version_num) },
  { id: 'model', header: 'Newest model', cell: ({ newest_model }) => formatVersion(newest_model) },
  { id: 'states', header: 'Last 10', cell: ({ last_states }) => <RunStrip states={statesOf(last_states)} /> },
  { id: 'last', header: 'Last run', cell: ({ last_run_at }) => <Moment at={last_run_at} /> },
  { id: 'runs', header: 'Runs', numeric: true, cell: ({ run_count }) => formatNumber(run_count) },
]

/** The streams that use any version of the solution. */
export function StreamsCard({ solution }: { solution: Solution }) {
  const { id, workspace_id: ws } = solution
  const query = useQuery(streamsQuery(solution))
  const { data } = query
  const isCut = data !== undefined && data.total > SHOWN
  return (
    <Card
      title="Streams"
      note={data && data.total > 0 ? formatNumber(data.total) : undefined}
      aside={
        isCut && (
          <Link {...paths.models({ solution_id: id, ws })}>All {formatNumber(data.total)} streams</Link>
        )
      }
      flush
    >
      <PlainTable<Stream>
        name="Streams"
        bare
        tall
        columns={columns}
        rows={data?.streams.slice(0, SHOWN)}
        rowId={(stream) => stream.id}
        rowName={(stream) => stream.name}
        instead={insteadOf(query, WORDS, { rows: 2, tall: true }) ?? (data?.total === 0 && <NoStreams />)}
      />
    </Card>
  )
}

function NoStreams() {
  return <EmptyState title="No streams yet">A run makes the first one.</EmptyState>
}

function statesOf(words: readonly string[]): ShownState[] {
  return words.flatMap((word) => RUN_STATES.filter((state) => state === word).map(shownState))
}
