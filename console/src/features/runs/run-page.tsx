import { isLive } from '@podium/contract/run-state.ts'
import { readRun } from '@podium/contract/runs.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ApiError, sentenceFor } from '../../api/api-error.ts'
import { q } from '../../api/query.ts'
import type { PageContext } from '../../navigation/page.ts'
import { useNamedPage } from '../../navigation/page-name.tsx'
import { paths } from '../../navigation/paths.ts'
import { useMaker } from '../../session/use-caller.ts'
import { useLiveRuns } from '../../session/use-live-runs.ts'
import { ConnectionNote } from '../../ui/feedback/connection-note.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { runReasons } from './actions/run-reasons.ts'
import { useRetry } from './actions/use-retry.ts'
import { RunHead } from './run/run-head.tsx'
import { RunView } from './run/run-view.tsx'

const REREAD_MS = 15_000

export async function load({ queries, params }: PageContext) {
  await queries.prefetchQuery(q(readRun, { params: { id: params.id ?? '' } }))
}

export function Page() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const {
    data: run,
    error,
    refetch,
    isFetching,
  } = useQuery({
    ...q(readRun, { params: { id } }),
    // No event tells how far the log has grown that is not shown.
    refetchInterval: ({ state }) => (state.data && isLive(state.data.state) ? REREAD_MS : false),
  })
  const navigate = useNavigate()
  const makerOf = useMaker()
  const { connected } = useLiveRuns()
  const retry = useRetry((started) => void navigate(paths.run(started.id, { ws: started.workspace_id })))
  useNamedPage(run?.name ?? '')

  if (!run) {
    const gone = error instanceof ApiError && error.status === 404
    return (
      <>
        <PageHeader title="Run" />
        {gone && <EmptyState title={error.message} drawing="search" />}
        {error && !gone && (
          <ErrorState
            title="The run could not be read"
            detail={sentenceFor(error)}
            requestId={error instanceof ApiError ? error.requestId : undefined}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
        {!error && <SkeletonRows label="Loading the run" rows={8} tall />}
      </>
    )
  }
  const reasons = runReasons(run, makerOf(run.created_by))
  const again = { busy: retry.busy, reason: reasons.retry, start: () => retry.retry(run) }
  return (
    <>
      <RunHead run={run} reasons={reasons} retry={again} />
      <ConnectionNote connected={connected} />
      <RunView key={run.id} run={run} retry={again} />
    </>
  )
}
