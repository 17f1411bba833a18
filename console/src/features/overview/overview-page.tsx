import { readOverview } from '@podium/contract/calls/overview.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { Fragment, useDeferredValue } from 'react'
import { q, readAhead } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import { countOf } from '../../format/number.ts'
import { MainButton } from '../../navigation/main-button.tsx'
import type { PageContext } from '../../navigation/page.ts'
import { useRunsInTab } from '../../navigation/page-name.tsx'
import { paths } from '../../navigation/paths.ts'
import { readAgain } from '../../record/use-change.ts'
import { useDisabledReason } from '../../session/use-caller.ts'
import { useWorkspace } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import { TextButton } from '../../ui/button/button.tsx'
import { ConnectionNote } from '../../ui/feedback/note.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader, Updated } from '../../ui/layout/page-header.tsx'
import { AdministrationCard } from './administration-card.tsx'
import { CapacityCard } from './capacity-card.tsx'
import { countRuns, FirstSteps } from './first-steps.tsx'
import { NeedsCard } from './needs-card.tsx'
import { NewestModelsCard, NewestVersionsCard } from './newest-cards.tsx'
import styles from './overview.module.css'
import { RecentRunsCard } from './recent-runs-card.tsx'
import { RunsCard } from './runs-card.tsx'
import { askedBy, type Home, newestReading, useHome } from './use-home.ts'

export function load({ queries, workspace, search }: PageContext) {
  return readAhead(queries, q(readOverview, { query: askedBy(workspace, search) }))
}

export function Page() {
  const { display_name } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { query, connected, home } = useHome()
  const runDisabledReason = useDisabledReason('run.start')
  useRunsInTab(home?.cards.counts?.content?.runs.running ?? 0)
  const isEmpty = home?.cards.counts?.content?.solutions === 0

  return (
    <>
      <PageHeader
        title="Overview"
        lead={
          isEmpty ? (
            `Nothing has run in ${display_name} yet. Three steps lead to your first curve.`
          ) : home ? (
            <CountsLine home={home} />
          ) : (
            `In ${display_name}`
          )
        }
        actions={
          <>
            <Updated
              at={home && newestReading(home.cards)}
              onRefresh={() => void readAgain(queries, ['solution', 'instance', 'stream', 'run', 'engine'])}
            />
            <MainButton
              kind={isEmpty ? 'outline' : 'primary'}
              icon={Play}
              disabledReason={runDisabledReason ?? (isEmpty ? 'Register a solution first.' : undefined)}
              onClick={() => void navigate(paths.newRun())}
            >
              New Run
            </MainButton>
          </>
        }
      />
      <ConnectionNote connected={connected} />
      {home ? (
        <div className={layout.stack}>
          <FirstSteps home={home} />
          {isEmpty ? <EmptyCards home={home} /> : <HomeCards home={home} />}
        </div>
      ) : (
        <Card flush>{queryPlaceholder(query, 'the overview', { rows: 6, tall: true })}</Card>
      )}
    </>
  )
}

/** Draws the cards below the fold after the visible ones. */
function HomeCards({ home }: { home: Home }) {
  const counts = home.cards.counts?.content
  const isSeen = useDeferredValue(true, false)
  return (
    <div className={styles.cards}>
      <NeedsCard home={home} />
      <CapacityCard home={home} />
      <RunsCard home={home} />
      <RecentRunsCard home={home} total={counts ? countRuns(counts) : undefined} />
      <NewestModelsCard home={home} />
      {isSeen && (
        <>
          <NewestVersionsCard home={home} />
          <AdministrationCard home={home} />
        </>
      )}
    </div>
  )
}

/** The cards of a workspace without a solution: none about runs. */
function EmptyCards({ home }: { home: Home }) {
  return (
    <>
      <NeedsCard home={home} />
      <CapacityCard home={home} />
      <AdministrationCard home={home} />
    </>
  )
}

/** Counts the contents of the workspace in one line; every number links to its list. */
function CountsLine({ home }: { home: Home }) {
  const { display_name } = useWorkspace()
  const { counts } = home.cards
  if (!counts?.content)
    return (
      <span role="alert">
        {counts?.problem} <TextButton onClick={() => home.refresh('counts')}>Count again</TextButton>
      </span>
    )
  const { solutions, versions, instances, streams, models } = counts.content
  const figures = [
    { words: countOf(solutions, 'solution'), to: paths.solutions() },
    { words: countOf(versions, 'version'), to: paths.solutions() },
    { words: countOf(instances, 'instance'), to: paths.instances() },
    { words: countOf(streams, 'stream'), to: paths.models({ view: 'streams' }) },
    { words: countOf(models, 'model'), to: paths.modelList() },
  ]
  return (
    <>
      In {display_name}:{' '}
      {figures.map(({ words, to }, at) => (
        <Fragment key={words}>
          {at > 0 && ', '}
          <Link {...to} className={styles.count}>
            {words}
          </Link>
        </Fragment>
      ))}
    </>
  )
}
