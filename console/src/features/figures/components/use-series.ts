import { listSeries, MAX_POINTS, type Series } from '@podium/contract/calls/run-series.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { q } from '../../../api/query.ts'
import type { ChartSeries } from '../../../ui/chart/line-points.ts'

/** Reads the series of a run, without their points. */
export const seriesQuery = (id: string) => q(listSeries, { params: { id } })

export function useSeries(id: string) {
  return useQuery(seriesQuery(id))
}

/** The most points of each line and of all lines together, so that many lines make no long answer. */
interface Detail {
  each: number
  together: number
}
/** As many points as the width of a chart can show. */
const OVERVIEW: Detail = { each: 500, together: 5000 }
/** All points that the server stores. */
const ZOOMED: Detail = { each: MAX_POINTS, together: 20_000 }

/** Reads the points of some series. They are dropped a minute after they leave the screen. */
export function useCurves(id: string, names: readonly string[], isZoomed: boolean) {
  // Keeps the detailed points once they are read, because changing all charts takes longer than a frame of the zoom.
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

/** Returns the series in the order of `names`, so that each line keeps its colour. */
function curvesOf(names: readonly string[], series: readonly Series[]): ChartSeries[] {
  return names.flatMap((name) => {
    const { points, gaps } = series.find((one) => one.name === name) ?? {}
    return points === undefined ? [] : [{ id: name, name, points, gaps }]
  })
}
