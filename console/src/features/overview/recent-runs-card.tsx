import { listRecentRuns } from '@podium/contract/overview.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { q } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import { formatNumber } from '../../format/number.ts'
import { paths } from '../../navigation/paths.ts'
import { useWorkspace } from '../../session/use-session.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { RunTable } from '../runs/components/run-table.tsx'

const WORDS = { loading: 'Loading runs', failed: 'The runs could not be read' }

/** `total`: how many runs there are in all, where it is known. */
export function RecentRunsCard({ total }: { total: number | undefined }) {
  const { id: workspace_id } = useWorkspace()
  const query = useQuery(q(listRecentRuns, { query: { workspace_id } }))
  const runs = query.data?.stream_histories
  return (
    <Card
      title="Recent runs"
      aside={
        total !== undefined &&
        total > (runs?.length ?? 0) && <Link {...paths.models()}>All {formatNumber(total)} runs</Link>
      }
      flush
    >
      <RunTable
        name="Recent runs"
        bare
        runs={runs}
        placeholder={queryPlaceholder(query, WORDS, { tall: true }) ?? (runs?.length === 0 && <NoRuns />)}
      />
    </Card>
  )
}

function NoRuns() {
  return <EmptyState title="No runs yet">Runs appear here as they start.</EmptyState>
}
