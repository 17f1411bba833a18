import type { Series } from '@podium/contract/calls/run-series.ts'
import { MAX_COLORS } from '../../ui/chart/palette.ts'

export interface CurveGroup {
  /** the id under which the chart is pinned */
  id: string
  title: string
  names: string[]
}

/**
 * Groups figures with the same unit and the same last part of the name into one chart: 'loss' and 'val/loss'. Lines
 * beyond the number of colours continue in another chart.
 */
export function groupCurves(series: readonly Series[]): CurveGroup[] {
  const groups = new Map<string, Series[]>()
  for (const one of series) {
    if (one.kind !== 'figure') continue
    const key = JSON.stringify([lastPart(one.name), one.unit])
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].flatMap((members) => chartsOf(members.map(({ name }) => name)))
}

function chartsOf(names: string[]): CurveGroup[] {
  const title = lastPart(names[0] ?? '')
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

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

/** Returns the number of parts of a name, so that 'loss' sorts before 'val/loss'. */
function depth(name: string): number {
  return name.split('/').length
}
