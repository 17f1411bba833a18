import { createContext, type ReactNode, use, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { areAlike, type Range, united } from './line-points.ts'

/** The state that charts share: the position of the pointer or keyboard, and the visible part of the axis. */
export interface ChartLink {
  cross: () => number | null
  range: () => Range | null
  pointAt: (x: number | null) => void
  show: (range: Range | null) => void
  /**
   * The range of positions of a chart and those with similar extents; null until it has reported one. A figure by
   * epoch beside one by step would be a vertical line.
   */
  whole: (chart: string) => Range | null
  tellExtent: (chart: string, extent: Range) => void
  /** The width of the widest value label of all charts, so that their lines are aligned. */
  gutter: () => number
  /** It never shrinks and begins with room for usual labels, so that a zoom moves nothing sideways. */
  widen: (gutter: number) => void
  listen: (changed: () => void) => () => void
}

/** Room for values such as '0.985'. */
const USUAL_GUTTER = 40

export function createChartLink(): ChartLink {
  let cross: number | null = null
  let range: Range | null = null
  let gutter = USUAL_GUTTER
  // A chart that leaves the screen keeps its extent, so that the others do not move.
  const extents = new Map<string, Range>()
  const wholes = new Map<string, Range>()
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((changed) => void changed())
  return {
    cross: () => cross,
    range: () => range,
    pointAt(x) {
      if (x === cross) return
      cross = x
      tell()
    },
    show(next) {
      range = next
      tell()
    },
    whole(chart) {
      const own = extents.get(chart)
      if (!own) return null
      const found = [...extents.values()].filter((extent) => areAlike(own, extent)).reduce(united, own)
      const before = wholes.get(chart)
      if (before && before[0] === found[0] && before[1] === found[1]) return before
      wholes.set(chart, found)
      return found
    },
    tellExtent(chart, extent) {
      const before = extents.get(chart)
      if (before?.[0] === extent[0] && before[1] === extent[1]) return
      extents.set(chart, extent)
      tell()
    },
    gutter: () => gutter,
    widen(next) {
      if (next <= gutter) return
      gutter = next
      tell()
    },
    listen(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}

const Shared = createContext<ChartLink | null>(null)

/** Charts inside share crosshair and zoom. Give it the axis as `key`, so that another axis starts over. */
export function LinkedCharts({ children }: { children: ReactNode }) {
  const [link] = useState(createChartLink)
  return <Shared value={link}>{children}</Shared>
}

/** The link of the surrounding charts, else a new one. */
export function useChartLink(): ChartLink {
  const [own] = useState(createChartLink)
  return use(Shared) ?? own
}

export function useRange(link: ChartLink): Range | null {
  return useSyncExternalStore(link.listen, link.range)
}

/** True while only a part of the axis is shown. It does not change with each step of a zoom. */
export function useIsZoomed(link: ChartLink): boolean {
  return useSyncExternalStore(link.listen, () => link.range() !== null)
}

/** The common extent of the chart and the similar ones linked with it, so that their ticks are aligned. */
export function useWhole(link: ChartLink, extent: Range | null): Range | null {
  const chart = useId()
  const [from, to] = extent ?? []
  useEffect(() => {
    if (from !== undefined && to !== undefined) link.tellExtent(chart, [from, to])
  }, [link, chart, from, to])
  return united(
    useSyncExternalStore(link.listen, () => link.whole(chart)),
    extent,
  )
}

export function useGutter(link: ChartLink): number {
  return useSyncExternalStore(link.listen, link.gutter)
}

export function useCross(link: ChartLink): number | null {
  return useSyncExternalStore(link.listen, link.cross)
}
