import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { isLive } from '@podium/contract/rules/run-state.ts'
import type { QueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Search } from '../../navigation/target.ts'
import { useAddress } from '../../navigation/use-address.ts'
import { lazyTab } from '../../ui/lazy/lazy.tsx'
import { Tabs } from '../../ui/menu/tabs.tsx'
import { seriesQuery } from '../figures/components/use-series.ts'
import { parseLineRange } from '../logs/components/line-range.ts'
import { LogCard } from '../logs/components/log-card.tsx'
import { useHasPackages } from '../packages/components/use-packages.ts'
import { goneArtifacts } from '../run-files/components/gone-files.tsx'
import { useArtifacts } from '../run-files/components/use-artifacts.ts'

const FiguresTab = lazyTab(async () => (await import('../figures/components/figures-tab.tsx')).FiguresTab)
const ArtifactsTab = lazyTab(
  async () => (await import('../run-files/components/artifacts-tab.tsx')).ArtifactsTab,
)
const PackagesTab = lazyTab(async () => (await import('../packages/components/packages-tab.tsx')).PackagesTab)
const LineageTab = lazyTab(async () => (await import('./lineage-tab.tsx')).LineageTab)
const NotesTab = lazyTab(async () => (await import('./notes-tab.tsx')).NotesTab)

const NAMES = ['figures', 'log', 'artifacts', 'packages', 'lineage', 'notes'] as const
export type RunTab = (typeof NAMES)[number]

/** Returns the shown tab: the one in the address, else the most useful one when the page was opened. */
export function useRunTab(run: RunInfo) {
  const { search, change } = useAddress()
  const hash = useLocation({ select: (at) => at.hash })
  // Kept while the page is open, so that changes of the run do not switch the tab.
  const [first] = useState(() => firstTab(run))
  const tab = tabOf(search, hash) ?? first
  return { tab, choose: (chosen: RunTab) => change({ tab: chosen }, { replace: true }) }
}

function tabOf(search: Search, hash = ''): RunTab | undefined {
  const namesLog = search.log !== undefined || parseLineRange(hash) !== null
  return NAMES.find((name) => name === search.tab) ?? (namesLog ? 'log' : undefined)
}

/** Loads the code and the data of the figures tab if it is shown first. */
export async function fetchFigures(queries: QueryClient, search: Search, run: RunInfo): Promise<void> {
  if ((tabOf(search) ?? firstTab(run)) !== 'figures') return
  void queries.prefetchQuery(seriesQuery(run.id))
  // The tab itself shows a failure.
  await FiguresTab.fetch().catch(() => {})
}

/** Returns the tab to open first: the figures if there are any, but the log of a run that failed or was stopped. */
export function firstTab({ state, series, metrics }: Pick<RunInfo, 'state' | 'series' | 'metrics'>): RunTab {
  const hasFigures = series.length > 0 || Object.keys(metrics).length > 0
  return hasFigures && (isLive(state) || state === 'succeeded') ? 'figures' : 'log'
}

interface RunTabsProps extends ReturnType<typeof useRunTab> {
  run: RunInfo
  /** wraps the panel of a tab that does not take the full width, as artifacts and packages do */
  within: (panel: ReactNode) => ReactNode
}

export function RunTabs({ run, tab, choose, within }: RunTabsProps) {
  const { data: artifacts } = useArtifacts(run)
  const hasPackages = useHasPackages(run) || tab === 'packages'
  const figures = new Set([...run.series, ...Object.keys(run.metrics)]).size
  return (
    <Tabs
      label="Parts of the run"
      value={tab}
      onChange={choose}
      tabs={[
        { value: 'figures', label: 'Figures', count: figures, panel: within(<FiguresTab run={run} />) },
        { value: 'log', label: 'Log', panel: within(<LogCard run={run} />) },
        {
          value: 'artifacts',
          label: 'Artifacts',
          count: goneArtifacts(run) ? undefined : artifacts?.artifacts.length,
          panel: <ArtifactsTab run={run} />,
        },
        ...(hasPackages
          ? [
              {
                value: 'packages' as const,
                label: 'Packages',
                count: run.package_count ?? undefined,
                panel: <PackagesTab run={run} />,
              },
            ]
          : []),
        { value: 'lineage', label: 'Lineage', panel: within(<LineageTab run={run} />) },
        {
          value: 'notes',
          label: 'Notes',
          count: run.note === '' ? undefined : 1,
          panel: within(<NotesTab key={run.id} run={run} />),
        },
      ]}
    />
  )
}
