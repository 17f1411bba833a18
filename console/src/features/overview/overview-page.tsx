import { diskWarning } from '@podium/contract/disk-space.ts'
import { listRecentRuns, listRecentVersions, readOverviewSummary } from '@podium/contract/overview.ts'
import { readEngine } from '@podium/contract/system.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Circle, CircleCheck, Play, RefreshCw } from 'lucide-react'
import { sentenceFor } from '../../api/api-error.ts'
import { q } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import { formatTime } from '../../format/date-time.ts'
import { NOTHING } from '../../format/nothing.ts'
import { formatNumber } from '../../format/number.ts'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { readAgain } from '../../record/use-change.ts'
import { useDisabledReason } from '../../session/use-caller.ts'
import { useLiveRuns } from '../../session/use-live-runs.ts'
import { useAccount, useWorkspace } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { Button, TextButton } from '../../ui/button/button.tsx'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/drawing/icon.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ConnectionNote, Note } from '../../ui/feedback/note.tsx'
import { Card, DisclosureCard } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Moment } from '../../ui/text/moment.tsx'
import { RunTable } from '../runs/components/run-table.tsx'
import { VersionRows } from '../solutions/components/version-rows.tsx'
import { Figures, RunStates, type Summary } from './figures.tsx'
import styles from './overview.module.css'

const MOST_VERSIONS = 6
const RUN_WORDS = { loading: 'Loading runs', failed: 'The runs could not be read' }
const VERSION_WORDS = {
  loading: 'Loading solution versions',
  failed: 'The solution versions could not be read',
}
const WORDS = { loading: 'Loading figures', failed: 'The figures could not be read' }

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
  const runDisabledReason = useDisabledReason('run.start')
  const isEmpty = summary.data?.solutions === 0
  const { connected } = useLiveRuns()

  return (
    <>
      <PageHeader
        title="Overview"
        lead={`Runs, models and recent changes in ${display_name}.`}
        actions={
          <>
            {summary.data && (
              <span className={classNames(text.small, text.muted)}>
                Updated {formatTime(summary.dataUpdatedAt)}
              </span>
            )}
            <IconButton
              icon={RefreshCw}
              label="Refresh"
              outline
              onClick={() => void readAgain(queries, ['solution', 'instance', 'stream', 'run', 'engine'])}
            />
            <Button
              kind="primary"
              icon={Play}
              disabledReason={runDisabledReason ?? (isEmpty ? 'Register a solution first.' : undefined)}
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
          <Card flush>{queryPlaceholder(summary, WORDS, { rows: 1 })}</Card>
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

/** What an administrator should know: that the disk is filling up, and what the engine does not hold here. */
function EngineNotices() {
  const { data, error, refetch } = useQuery(q(readEngine))
  if (error)
    return (
      <Note tone="warn" title="What the engine says could not be read.">
        {sentenceFor(error)} <TextButton onClick={() => void refetch()}>Retry</TextButton>
      </Note>
    )
  const diskTrouble = data?.disk && diskWarning(data.disk)
  if (!data || (data.gaps.length === 0 && !diskTrouble)) return null
  return (
    <section aria-label="Notices of the engine" className={layout.stackTight}>
      {diskTrouble && (
        <Note tone="warn" title={diskTrouble}>
          Delete solutions and streams that are not needed, or give the server more room.{' '}
          <a href="/guide/operations/full-disk.html">What happens when it is full</a>
        </Note>
      )}
      {data.gaps.map((notice) => (
        <Note key={notice} tone="warn">
          {notice}
        </Note>
      ))}
    </section>
  )
}

/** The way from an empty workspace to the first run; nothing once it is gone. */
function FirstSteps({ summary }: { summary: Summary }) {
  const { display_name } = useWorkspace()
  const steps = [
    { label: `Make the workspace ${display_name}`, isDone: true, to: paths.workspaces() },
    { label: 'Register a solution', isDone: summary.solutions > 0, to: paths.solutions({ register: '1' }) },
    { label: 'Start a run', isDone: countRuns(summary) > 0, to: paths.newRun() },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <DisclosureCard
      title="First steps"
      open
      summary={
        <span className={layout.row}>
          {done} of {steps.length} done
          <span className={styles.pips} aria-hidden="true">
            {steps.map(({ label }, at) => (
              <span key={label} className={classNames(styles.pip, at < done && styles.on)} />
            ))}
          </span>
        </span>
      }
    >
      <ol className={layout.stackTight}>
        {steps.map(({ label, isDone, to }) => (
          <li key={label} className={classNames(layout.row, isDone && text.muted)}>
            <Icon of={isDone ? CircleCheck : Circle} className={isDone ? text.green : text.muted} />
            {isDone ? (
              <span>
                {label}
                <span className={text.hidden}>, done</span>
              </span>
            ) : (
              <Link {...to}>{label}</Link>
            )}
          </li>
        ))}
      </ol>
    </DisclosureCard>
  )
}

/** @param total how many runs there are in all, where it is known */
function RecentRunsCard({ total = 0 }: { total: number | undefined }) {
  const { id: workspace_id } = useWorkspace()
  const query = useQuery(q(listRecentRuns, { query: { workspace_id } }))
  const runs = query.data?.stream_histories
  const isMore = total > (runs?.length ?? 0)
  return (
    <Card
      title="Recent runs"
      trailing={isMore && <Link {...paths.models()}>All {formatNumber(total)} runs</Link>}
      flush
    >
      <RunTable
        name="Recent runs"
        bare
        runs={runs}
        placeholder={
          queryPlaceholder(query, RUN_WORDS, { tall: true }) ??
          (runs?.length === 0 && <EmptyState title="No runs yet">Runs appear here as they start.</EmptyState>)
        }
      />
    </Card>
  )
}

function RecentVersionsCard() {
  const { id: ws } = useWorkspace()
  const query = useQuery(q(listRecentVersions, { query: { workspace_id: ws } }))
  const versions = query.data?.solution_name_versions ?? []
  return (
    <Card title="Recent solution versions" flush>
      {queryPlaceholder(query, VERSION_WORDS, { rows: 3, tall: true })}
      {query.data && versions.length === 0 && (
        <EmptyState title="No solutions yet">Registered versions appear here.</EmptyState>
      )}
      <VersionRows
        rows={versions
          .slice(0, MOST_VERSIONS)
          .map(({ solution_id, solution_name, version_num, created_at, created_by }) => ({
            id: `${solution_id} ${version_num}`,
            version: version_num,
            title: solution_name,
            sub: (
              <>
                {created_by || NOTHING}, <Moment at={created_at} />
              </>
            ),
            to: paths.solution(solution_id, { ws, version: String(version_num) }),
          }))}
      />
    </Card>
  )
}

/** How many runs there are in any state. */
function countRuns({ runs }: Pick<Summary, 'runs'>): number {
  return Object.values(runs).reduce((sum, count) => sum + count, 0)
}
