import { listSeries, type Series } from '@podium/contract/run-series.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { q } from '../../../api/query.ts'
import type { ChartSeries } from '../../../ui/chart/line-points.ts'

/** The series of a run, without their points. */
export function useSeries(id: string) {
  return useQuery(q(listSeries, { params: { id } }))
}

/** As many as the width of a chart shows; zoomed in, all that are kept. */
const POINTS = { overview: 500, detail: 2000 } as const

/** The points of some series; what leaves the screen is forgotten after a minute. */
export function useCurves(id: string, names: readonly string[], isZoomed: boolean) {
  const points = isZoomed ? POINTS.detail : POINTS.overview
  const query = useQuery({
    ...q(listSeries, { params: { id }, query: { names: names.join(','), points } }),
    enabled: names.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  const read = query.data?.series
  const curves = useMemo(() => (read === undefined ? undefined : curvesOf(names, read)), [names, read])
  return { ...query, curves }
}

/** In the order of their names, so that a line keeps its colour. */
function curvesOf(names: readonly string[], series: readonly Series[]): ChartSeries[] {
  return names.flatMap((name) => {
    const points = series.find((one) => one.name === name)?.points
    return points === undefined ? [] : [{ id: name, name, points }]
  })
}
