import { listSeries, MOST_POINTS, type Series } from '@podium/contract/run-series.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { q } from '../../../api/query.ts'
import type { ChartSeries } from '../../../ui/chart/line-points.ts'

/** The series of a run, without their points. */
export function useSeries(id: string) {
  return useQuery(q(listSeries, { params: { id } }))
}

/** As many points of a line as the width of a chart shows. */
const OVERVIEW = 500
/** Zoomed in, all that are kept of a line, unless many lines would make it a long answer. */
const MOST_IN_DETAIL = 20_000

/** The points of some series; what leaves the screen is forgotten after a minute. */
export function useCurves(id: string, names: readonly string[], isZoomed: boolean) {
  const points = isZoomed ? Math.min(MOST_POINTS, Math.floor(MOST_IN_DETAIL / names.length)) : OVERVIEW
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
