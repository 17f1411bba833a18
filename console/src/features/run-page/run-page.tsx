import { type RunInfo, readRun } from '@podium/contract/calls/runs.ts'
import { isLive } from '@podium/contract/rules/run-state.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { isHidden } from '../../api/presence.ts'
import { q } from '../../api/query.ts'
import { countOf } from '../../format/number.ts'
import type { PageContext } from '../../navigation/page.ts'
import { useRunInTab } from '../../navigation/page-name.tsx'
import { paths } from '../../navigation/paths.ts'
import { useAddress, useRecordId } from '../../navigation/use-address.ts'
import { RecordPage } from '../../record/record-page.tsx'
import { useLiveRuns } from '../../session/use-live-runs.ts'
import { useWorkspace } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import { classNames } from '../../ui/class-names.ts'
import { ConnectionNote, Note } from '../../ui/feedback/note.tsx'
import { lazyPart } from '../../ui/lazy/lazy.tsx'
import { FigureTable } from '../figures/components/figure-table.tsx'
import { usePackages } from '../packages/components/use-packages.ts'
import { RunLink } from '../runs/components/run-link.tsx'
import { useRunActions } from '../runs/components/use-run-actions.ts'
import { ConfigurationCard, FactsCard, ParametersCard } from './about-cards.tsx'
import { HeadlineCard } from './headline-card.tsx'
import { RunHead } from './run-head.tsx'
import { fetchFigures, RunTabs, useRunTab } from './run-tabs.tsx'

/** Loaded on demand, because only failed runs need it. */
const AlikeCard = lazyPart(async () => (await import('./alike-card.tsx')).AlikeCard)
/** Loaded on demand, because it checks what a run of any age started. */
const CommandCard = lazyPart(async () => (await import('./command-card.tsx')).CommandCard)

/** A live run is read again after an event at most this often, and without one every `REREAD_MS`. */
const LOOK_INTERVAL_MS = 2000
const REREAD_MS = 16_000

const runQuery = (id: string) => q(readRun, { params: { id } })

export async function load({ queries, params, search }: PageContext) {
  const query = runQuery(params.id ?? '')
  await queries.prefetchQuery(query)
  const run = queries.getQueryData(query.queryKey)
  if (run) await fetchFigures(queries, search, run)
}

export function Page() {
  const id = useRecordId()
  const { id: ws } = useWorkspace()
  const query = useQuery(runQuery(id))
  return (
    <RecordPage
      query={query}
      title="Run"
      noun="run"
      name={({ name }) => name}
      back={{ target: paths.models({ ws }), label: 'Back to Inference models' }}
    >
      {(run) => <RunView run={run} readAgain={query.refetch} />}
    </RecordPage>
  )
}

function RunView({ run, readAgain }: { run: RunInfo; readAgain: () => unknown }) {
  const ws = run.workspace_id
  useRunInTab(run.state)
  const { connected } = useLiveRun(run, readAgain)
  const navigate = useNavigate()
  const actions = useRunActions({
    ws,
    onStarted: ({ id, workspace_id }) => void navigate(paths.run(id, { ws: workspace_id })),
    leave: () => navigate(paths.models({ ws })),
  })(run)
  return (
    <>
      <RunHead run={run} actions={actions} />
      <ConnectionNote connected={connected} />
      <div className={layout.stack}>
        <HeadlineCard run={run} actions={actions} />
        {run.retry_of !== null && <PackagesDiffer run={run} />}
        <Parts key={run.id} run={run} />
      </div>
    </>
  )
}

/** Reads a live run again after events and at an interval, because no event reports its figures or a hidden log. */
function useLiveRun({ id, state }: RunInfo, readAgain: () => unknown) {
  const happened = useRef(false)
  const isOn = isLive(state)
  const read = useEffectEvent(readAgain)
  useEffect(() => {
    if (!isOn) return
    let readAt = performance.now()
    const timer = setInterval(() => {
      // A hidden tab follows no events; `follow()` reads it once a minute.
      if (isHidden()) return
      if (!happened.current && performance.now() - readAt < REREAD_MS) return
      happened.current = false
      readAt = performance.now()
      read()
    }, LOOK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isOn])
  return useLiveRuns({
    onChange(run) {
      if (run.id === id) happened.current = true
    },
  })
}

/** The tabs of the run with its facts beside them, or below the log, which needs the full width. */
function Parts({ run }: { run: RunInfo }) {
  const chosen = useRunTab(run)
  const isBelow = chosen.tab === 'log'
  // An inference has figures, but seldom curves.
  const hasFiguresFirst = chosen.tab === 'figures' && run.pipeline === 'inference'
  return (
    <RunTabs
      run={run}
      {...chosen}
      within={(panel) => (
        <div className={isBelow ? layout.stack : layout.columns}>
          <div className={classNames(!isBelow && layout.wide, layout.stack)}>
            {hasFiguresFirst && <FigureTable run={run} />}
            {panel}
          </div>
          <aside
            aria-label="About this run"
            className={isBelow ? layout.columns : classNames(layout.narrow, layout.stack)}
          >
            <div className={classNames(isBelow && layout.wide, layout.stack)}>
              {run.failure !== null && (
                <Suspense>
                  <AlikeCard run={run} />
                </Suspense>
              )}
              {!hasFiguresFirst && !isBelow && <FigureTable run={run} />}
              <ParametersCard run={run} />
              <ConfigurationCard run={run} />
              <Suspense>
                <CommandCard run={run} />
              </Suspense>
            </div>
            <div className={isBelow ? layout.narrow : undefined}>
              <FactsCard run={run} />
            </div>
          </aside>
        </div>
      )}
    />
  )
}

/** Says that a run had other packages than the run that it repeats. */
function PackagesDiffer({ run }: { run: RunInfo }) {
  const { targetWith } = useAddress()
  const { data } = usePackages(run)
  if (!data?.compared_with || data.compared_with.id !== run.retry_of || data.differences.length === 0)
    return null
  const { compared_with: other, differences } = data
  return (
    <Note tone="info" live>
      {countOf(differences.length, 'package')} {differences.length === 1 ? 'differs' : 'differ'} from{' '}
      <RunLink run={other} />, which this run repeats.{' '}
      <Link {...targetWith({ tab: 'packages' })} replace resetScroll={false}>
        Show packages
      </Link>
    </Note>
  )
}
