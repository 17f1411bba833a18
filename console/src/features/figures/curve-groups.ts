import type { Series } from '@podium/contract/calls/run-series.ts'
import { MAX_COLORS } from '../../ui/chart/palette.ts'

export interface CurveGroup {
  /** the id under which the chart is pinned */
  id: string
  title: string
  names: string[]
}

/** Last parts that tell which data a figure is from, or which quantile of a histogram it is. */
const VARIANT = /^(.+)\/(?:train|training|val|valid|validation|dev|eval|test|p05|p50|p95)$/

/**
 * Groups figures with the same unit and the same subject into one chart: 'loss', 'val/loss' and 'loss/val'. Lines
 * beyond the number of colours continue in another chart.
 */
export function groupCurves(series: readonly Series[]): CurveGroup[] {
  const groups = new Map<string, Series[]>()
  for (const one of series) {
    if (one.kind !== 'figure') continue
    const key = JSON.stringify([subjectOf(one.name), one.unit])
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].flatMap((members) => chartsOf(members.map(({ name }) => name)))
}

function chartsOf(names: string[]): CurveGroup[] {
  const title = subjectOf(names[0] ?? '')
  const sorted = names.toSorted((one, other) => depth(one) - depth(other) || one.localeCompare(other, 'en'))
  if (sorted.length <= MAX_COLORS) return [{ id: title, title, names: sorted }]
  return Array.from({ length: Math.ceil(sorted.length / MAX_COLORS) }, (_, at) => {
    const part = sorted.slice(at * MAX_COLORS, (at + 1) * MAX_COLORS)
    const first = at * MAX_COLORS + 1
    return {
      id: `${title} ${first}`,
      title: `${title}, ${first} to ${first + part.length - 1} of ${sorted.length}`,
      names: part,
    }
  })
}

/** Returns the last part of a name, or all parts before it where the last one names a variant. */
function subjectOf(name: string): string {
  return VARIANT.exec(name)?.[1] ?? name.slice(name.lastIndexOf('/') + 1)
}

/** Returns the number of parts of a name, so that 'loss' sorts before 'val/loss'. */
function depth(name: string): number {
  return name.split('/').length
}
