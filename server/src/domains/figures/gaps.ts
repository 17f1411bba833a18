import { type Gap, type GapKind, MAX_GAPS } from '@podium/contract/calls/run-series.ts'

/** The values of a series that are not numbers. */
export interface Gaps {
  /** @param after how many numbers the series has so far */
  add(value: number, step: number, time: number, after: number): void
  /** values added */
  readonly count: number
  /** the newest value that is not a number, if no number came after it */
  newest(after: number): number | undefined
  list(): readonly Gap[]
}

const VALUES: Record<GapKind, number> = {
  NaN: Number.NaN,
  inf: Number.POSITIVE_INFINITY,
  '-inf': Number.NEGATIVE_INFINITY,
}

/** @param before the gaps of the series that an earlier server stored */
export function createGaps(before: readonly Gap[] = []): Gaps {
  const gaps = [...before]
  let count = before.reduce((sum, gap) => sum + gap.count, 0)

  return {
    add(value, step, time, after) {
      count += 1
      const kind = kindOf(value)
      const one: Gap = { kind, count: 1, from: step, to: step, from_time: time, to_time: time, after }
      const last = gaps.at(-1)
      const goesOn = last?.kind === kind && last.after === after
      if (goesOn) gaps[gaps.length - 1] = joined(last, one)
      else gaps.push(one)
      if (gaps.length > MAX_GAPS) joinNearest(gaps)
    },
    get count() {
      return count
    },
    newest(after) {
      const last = gaps.at(-1)
      return last?.after === after ? VALUES[last.kind] : undefined
    },
    list: () => gaps,
  }
}

function kindOf(value: number): GapKind {
  if (Number.isNaN(value)) return 'NaN'
  return value > 0 ? 'inf' : '-inf'
}

function joined(one: Gap, later: Gap): Gap {
  return {
    kind: one.kind,
    count: one.count + later.count,
    from: Math.min(one.from, later.from),
    to: Math.max(one.to, later.to),
    from_time: Math.min(one.from_time, later.from_time),
    to_time: Math.max(one.to_time, later.to_time),
    after: later.after,
  }
}

/** Joins the two consecutive gaps of one kind with the fewest steps between them. */
function joinNearest(gaps: Gap[]): void {
  const previous = new Map<GapKind, number>()
  let nearest = { earlier: 0, later: 0, distance: Number.POSITIVE_INFINITY }
  for (const [later, gap] of gaps.entries()) {
    const earlier = previous.get(gap.kind)
    previous.set(gap.kind, later)
    if (earlier === undefined) continue
    const distance = gap.from - (gaps[earlier]?.to ?? 0)
    if (distance < nearest.distance) nearest = { earlier, later, distance }
  }
  const [one, other] = [gaps[nearest.earlier], gaps[nearest.later]]
  if (!one || !other) return
  gaps[nearest.later] = joined(one, other)
  gaps.splice(nearest.earlier, 1)
}
