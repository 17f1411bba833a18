import { listRecentRuns, listRecentVersions, readOverviewSummary } from '@podium/contract/overview.ts'
import { readEngine } from '@podium/contract/system.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Play, RefreshCw } from 'lucide-react'
import { q } from '../../api/query.ts'
import { insteadOf } from '../../api/query-instead.tsx'
import { formatTime } from '../../format/date-time.ts'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { useWhyNot } from '../../session/use-caller.ts'
import { useLiveRuns } from '../../session/use-live-runs.ts'
import { useAccount, useWorkspace } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { Button } from '../../ui/button/button.tsx'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ConnectionNote } from '../../ui/feedback/connection-note.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { EngineNotices } from './engine-notices.tsx'
import { Figures, RunStates } from './figures.tsx'
import { FirstSteps } from './first-steps.tsx'
import { RecentRunsCard } from './recent-runs-card.tsx'
import { RecentVersionsCard } from './recent-versions-card.tsx'
import { countRuns } from './run-count.ts'

const WORDS = { loading: 'Loading figures', failed: 'The figures could not be read' }
const ALL = [readOverviewSummary, listRecentRuns, listRecentVersions, readEngine]

export function load({ queries, workspace }: PageContext) {
  const args = { query: { workspace_id: workspace } }
  return Promise.all([
    queries.prefetchQuery(q(readOverviewSummary, args)),
    queries.prefetchQuery(q(listRecentRuns, args)),
    queries.prefetchQuery(q(listRecentVersions, args)),
  ])
}

export function Page() {
  const { id: workspace_id, display_name } = useWorkspace()
  const { role } = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const summary = useQuery(q(readOverviewSummary, { query: { workspace_id } }))
  const whyNotRun = useWhyNot('run.start')
  const isEmpty = summary.data?.solutions === 0
  const { connected } = useLiveRuns()

  function refresh() {
    for (const { id } of ALL) void queries.invalidateQueries({ queryKey: [id] })
  }

  return (
    <>
      <PageHeader
        title="Overview"
        lead={`What ${display_name} holds, what is running and what came last.`}
        actions={
          <>
            {summary.data && (
              <span className={classNames(text.small, text.muted)}>
                Updated {formatTime(summary.dataUpdatedAt)}
              </span>
            )}
            <IconButton icon={RefreshCw} label="Refresh" outline onClick={refresh} />
            <Button
              kind="primary"
              icon={Play}
              reason={whyNotRun ?? (isEmpty ? 'Register a solution first.' : undefined)}
              onClick={() => void navigate(paths.newRun())}
            >
              New Run
            </Button>
          </>
        }
      />
      <ConnectionNote connected={connected} />
      <div className={layout.stack}>
        {role === 'ADMIN' && <EngineNotices />}
        {summary.data && <FirstSteps summary={summary.data} />}
        {summary.data ? (
          <Figures summary={summary.data} />
        ) : (
          <Card flush>{insteadOf(summary, WORDS, { rows: 1 })}</Card>
        )}
        <div className={layout.columns}>
          <div className={layout.wide}>
            <RecentRunsCard total={summary.data && countRuns(summary.data)} />
          </div>
          <div className={classNames(layout.narrow, layout.stack)}>
            {summary.data && (
              <Card title="Runs by state" flush>
                <RunStates runs={summary.data.runs} />
              </Card>
            )}
            <RecentVersionsCard />
          </div>
        </div>
      </div>
    </>
  )
}
