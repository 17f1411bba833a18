import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { useEffect } from 'react'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { fetchPlot } from '../../../ui/chart/use-canvas.ts'
import { CurvesCard } from '../curves-card.tsx'
import { ResourcesCard } from '../resources-card.tsx'
import { useFollowSeries } from '../use-follow-series.ts'
import { useSeries } from './use-series.ts'

/** Shows the figures and the resources of a run over time, live. */
export function FiguresTab({ run }: { run: RunInfo }) {
  const following = useFollowSeries(run)
  useEffect(() => {
    // The chart that needs it shows a failure.
    fetchPlot().catch(() => {})
  }, [])
  const query = useSeries(run.id)
  if (query.data === undefined) return queryPlaceholder(query, 'figures')
  const { series, warnings } = query.data
  return (
    <>
      <CurvesCard run={run} series={series} warnings={warnings} {...following} />
      <ResourcesCard run={run} series={series} />
    </>
  )
}
