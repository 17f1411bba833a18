import type { Gap, GapKind } from '@podium/contract/calls/run-series.ts'
import { countOf } from '../../format/number.ts'
import { GAP_NAMES } from './gap-names.ts'
import { type ChartAxis, type Line, lowerBound } from './line-points.ts'
import { formatPosition } from './tick-text.ts'

/** Values that are not numbers, over a range of an axis. */
export interface LineGap {
  kind: GapKind
  count: number
  from: number
  to: number
  /** True if no number is within it, so that the line is broken there. */
  isBreak: boolean
}

/** Returns the gaps of a line along its axis. `begin` is the zero of an axis of elapsed time. */
export function gapsAlong(gaps: readonly Gap[], axis: ChartAxis, begin: number, { x }: Line): LineGap[] {
  return gaps.map(({ kind, count, from, to, from_time, to_time }) => {
    const [first, last] = axis === 'step' ? [from, to] : [from_time - begin, to_time - begin]
    return { kind, count, from: first, to: last, isBreak: !hasWithin(x, first, last) }
  })
}

/** True if one of the sorted positions is between two others. */
function hasWithin(x: Float64Array, from: number, to: number): boolean {
  let at = lowerBound(x, from)
  while (x[at] === from) at += 1
  return (x[at] ?? to) < to
}

/** A line with a null at each break. */
export interface BrokenLine {
  x: ArrayLike<number>
  y: ArrayLike<number | null>
}

/** Breaks a line between the neighbours of each gap. */
export function brokenAt({ x, y }: Line, gaps: readonly LineGap[]): BrokenLine {
  const breaks = gaps.filter(({ isBreak }) => isBreak)
  if (breaks.length === 0) return { x, y }
  const places: number[] = []
  const values: (number | null)[] = []
  for (let at = 0; at < x.length; at += 1) {
    const [place = 0, before = place] = [x[at], x[at - 1]]
    if (breaks.some(({ from, to }) => from < place && to > before)) {
      places.push(place)
      values.push(null)
    }
    places.push(place)
    values.push(y[at] ?? 0)
  }
  return { x: places, y: values }
}

/** Returns the indices of values without a neighbour, to which no line leads. They are drawn as dots. */
export function loneIn({ y }: BrokenLine): number[] {
  const isValue = (at: number) => typeof y[at] === 'number'
  return Array.from(y, (_, at) => at).filter((at) => isValue(at) && !isValue(at - 1) && !isValue(at + 1))
}

/** All positions of a line that can be read, in order: those of its values, and both ends of its gaps. */
export function placesOf({ x }: Line, gaps: readonly LineGap[]): Float64Array {
  if (gaps.length === 0) return x
  return Float64Array.from(new Set([...x, ...gaps.flatMap(({ from, to }) => [from, to])])).sort()
}

/** More gaps of a kind are counted instead. */
const MAX_LISTED = 3

/** 'NaN at steps 40 to 120; infinity at step 3' */
function gapWords(gaps: readonly LineGap[], axis: ChartAxis): string {
  const kinds = [...new Set(gaps.map(({ kind }) => kind))]
  const ofKind = (one: GapKind) => gaps.filter(({ kind }) => kind === one)
  return kinds.map((kind) => wordsOf(kind, ofKind(kind), axis)).join('; ')
}

/** More lines are counted instead. */
const MAX_NAMED = 5

/** A sentence for each line with gaps, and one for any further lines. */
export function gapSentences(lines: readonly NamedGaps[], axis: ChartAxis, title?: string): string[] {
  const broken = lines.filter(({ gaps }) => gaps.length > 0)
  const isNamed = lines.length > 1 || lines[0]?.name !== title
  const some = broken.slice(0, MAX_NAMED).map(({ name, gaps }) => {
    const words = gapWords(gaps, axis)
    return isNamed ? `${name}: ${words}.` : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
  })
  const others = broken.length - some.length
  if (others === 0) return some
  return [...some, `${countOf(others, 'other line')} ${others === 1 ? 'has' : 'have'} gaps too.`]
}

interface NamedGaps {
  name: string
  gaps: readonly LineGap[]
}

function wordsOf(kind: GapKind, gaps: readonly LineGap[], axis: ChartAxis): string {
  if (gaps.length <= MAX_LISTED && gaps.every(({ isBreak }) => isBreak))
    return `${GAP_NAMES[kind]} ${inWords(gaps.map((gap) => placeWords(gap, axis)))}`
  const count = gaps.reduce((sum, gap) => sum + gap.count, 0)
  const first = formatPosition(Math.min(...gaps.map(({ from }) => from)), axis)
  const last = formatPosition(Math.max(...gaps.map(({ to }) => to)), axis)
  return `${GAP_NAMES[kind]} ${countOf(count, 'time')} between ${first} and ${last}`
}

/** 'at step 40', 'at steps 40 to 120', 'from 09:39:17 to 09:40:02' */
function placeWords({ from, to }: LineGap, axis: ChartAxis): string {
  const [first, last] = [formatPosition(from, axis), formatPosition(to, axis)]
  if (first === last) return `at ${first}`
  return axis === 'step'
    ? `at ${first.replace('step', 'steps')} to ${last.replace('step ', '')}`
    : `from ${first} to ${last}`
}

function inWords(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
