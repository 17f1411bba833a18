import { listSeries, MOST_POINTS, type Series } from '@podium/contract/calls/run-series.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { q } from '../../../api/query.ts'
import type { ChartSeries } from '../../../ui/chart/line-points.ts'

/** The series of a run, without their points. */
export const seriesQuery = (id: string) => q(listSeries, { params: { id } })

export function useSeries(id: string) {
  return useQuery(seriesQuery(id))
}

/** Points of each line, and of all lines together, so that many lines make no long answer. */
interface Detail {
  each: number
  together: number
}
/** As many as the width of a chart shows. */
const OVERVIEW: Detail = { each: 500, together: 5000 }
/** All that are kept. */
const ZOOMED: Detail = { each: MOST_POINTS, together: 20_000 }

/** The points of some series; what leaves the screen is forgotten after a minute. */
export function useCurves(id: string, names: readonly string[], isZoomed: boolean) {
  // Details that are there stay: to change what all charts hold takes longer than a frame of the zoom has.
  const [isDetailed, setDetailed] = useState(isZoomed)
  if (isZoomed && !isDetailed) setDetailed(true)
  const { each, together } = isDetailed ? ZOOMED : OVERVIEW
  const points = Math.min(each, Math.floor(together / names.length))
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
    const { points, gaps } = series.find((one) => one.name === name) ?? {}
    return points === undefined ? [] : [{ id: name, name, points, gaps }]
  })
}
