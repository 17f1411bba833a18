import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { useEffect } from 'react'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { fetchPlot } from '../../../ui/chart/use-canvas.ts'
import { CurvesCard } from './curves-card.tsx'
import { ResourcesCard } from './resources-card.tsx'
import { useFollowSeries } from './use-follow-series.ts'
import { useSeries } from './use-series.ts'

/** What a run writes and uses over time, as it happens. */
export function FiguresTab({ run }: { run: RunInfo }) {
  const following = useFollowSeries(run)
  useEffect(() => {
    // A failure is told by the chart that needs it.
    fetchPlot().catch(() => {})
  }, [])
  const query = useSeries(run.id)
  if (query.data === undefined)
    return queryPlaceholder(query, { loading: 'Loading figures', failed: 'The figures could not be read' })
  const { series, warnings } = query.data
  return (
    <>
      <CurvesCard run={run} series={series} warnings={warnings} {...following} />
      <ResourcesCard run={run} series={series} />
    </>
  )
}
