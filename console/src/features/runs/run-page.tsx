import { isLive } from '@podium/contract/run-state.ts'
import { type RunInfo, readRun } from '@podium/contract/runs.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { Suspense } from 'react'
import { q } from '../../api/query.ts'
import { formatVersion } from '../../format/version.ts'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { useRecordId } from '../../navigation/use-address.ts'
import { RecordPage } from '../../record/record-page.tsx'
import { useLiveRuns } from '../../session/use-live-runs.ts'
import { useWorkspace } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import { Button } from '../../ui/button/button.tsx'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ConnectionNote } from '../../ui/feedback/note.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { lazyPart } from '../../ui/lazy/lazy.tsx'
import { Menu } from '../../ui/menu/menu.tsx'
import { Moment } from '../../ui/text/moment.tsx'
import { useRunActions } from './actions/use-run-actions.ts'
import { RunChip } from './components/run-cells.tsx'
import { FigureTable } from './figures/figure-table.tsx'
import { FactsCard, ParametersCard } from './run/about-cards.tsx'
import { ArtifactsCard } from './run/artifacts-card.tsx'
import { LogCard } from './run/log-card.tsx'
import styles from './run/run-page.module.css'
import { StateCard } from './run/state-card.tsx'

const FiguresTab = lazyPart(async () => (await import('./figures/figures-tab.tsx')).FiguresTab)
const WhyCard = lazyPart(async () => (await import('./run/why-card.tsx')).WhyCard)

const REREAD_MS = 15_000

const runQuery = (id: string) => q(readRun, { params: { id } })

export async function load({ queries, params }: PageContext) {
  await queries.prefetchQuery(runQuery(params.id ?? ''))
}

export function Page() {
  const id = useRecordId()
  const { id: ws } = useWorkspace()
  const query = useQuery({
    ...runQuery(id),
    // No event tells how far the log has grown that is not shown.
    refetchInterval: ({ state }) => (state.data && isLive(state.data.state) ? REREAD_MS : false),
  })
  return (
    <RecordPage
      query={query}
      title="Run"
      noun="run"
      name={({ name }) => name}
      back={{ place: paths.models({ ws }), label: 'Back to Inference models' }}
    >
      {(run) => <RunView run={run} />}
    </RecordPage>
  )
}

/** Who started what, what can be done with it now, and the cards of the run. */
function RunView({ run }: { run: RunInfo }) {
  const ws = run.workspace_id
  const { connected } = useLiveRuns()
  const navigate = useNavigate()
  const actions = useRunActions(run, {
    ws,
    onStarted: ({ id, workspace_id }) => void navigate(paths.run(id, { ws: workspace_id })),
    leave: () => navigate(paths.models({ ws })),
  })
  const { stop, retry, others, isStarting } = actions
  return (
    <>
      <PageHeader
        title={run.name}
        beside={<RunChip state={run.state} />}
        lead={
          <span className={styles.lead}>
            <Link {...paths.solution(run.solution_id, { ws, version: String(run.version_num) })}>
              {run.solution_name} {formatVersion(run.version_num)}
            </Link>
            , stream{' '}
            <Link {...paths.models({ ws, q: run.instance_name, open: run.stream_id })}>
              {run.stream_name}
            </Link>
            , started by {run.created_by} on <Moment at={run.created_at} />
          </span>
        }
        actions={
          <>
            <Button
              icon={retry.icon}
              busy={isStarting}
              disabledReason={retry.disabledReason}
              onClick={retry.onSelect}
            >
              {retry.label}
            </Button>
            <Button icon={stop.icon} disabledReason={stop.disabledReason} onClick={stop.onSelect}>
              {stop.label}
            </Button>
            <Menu
              trigger={<IconButton outline icon={Ellipsis} label={`More for ${run.name}`} />}
              items={others}
            />
          </>
        }
      />
      <ConnectionNote connected={connected} />
      <div key={run.id} className={classNames(layout.columns, styles.page)}>
        <div className={classNames(layout.wide, layout.stack)}>
          <StateCard run={run} />
          <Suspense>
            <FiguresTab run={run} />
          </Suspense>
          <LogCard run={run} />
          <ArtifactsCard run={run} />
        </div>
        <aside aria-label="About this run" className={classNames(layout.narrow, layout.stack)}>
          <Suspense>{run.detail !== '' && <WhyCard run={run} actions={actions} />}</Suspense>
          <FigureTable run={run} />
          <ParametersCard run={run} />
          <FactsCard run={run} />
        </aside>
      </div>
    </>
  )
}
