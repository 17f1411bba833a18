import type { Gap } from '@podium/contract/calls/run-series.ts'

/** A point as a run writes it: step, time in milliseconds since 1970, value. */
export type Point = readonly [step: number, time: number, value: number]

export interface ChartSeries {
  id: string
  name: string
  /** A CSS colour; by default from the palette by its index. */
  color?: string
  points: readonly Point[]
  /** Ranges in which its values were not numbers. */
  gaps?: readonly Gap[] | undefined
}

/** `elapsed` counts from each line's first point, so that runs of different days overlap. */
export type ChartAxis = 'step' | 'time' | 'elapsed'

/** The drawn points of a line: x and y, ordered by x. */
export interface Line {
  x: Float64Array
  y: Float64Array
}

export type Range = readonly [from: number, to: number]

/** Returns the zero of an axis of elapsed time: the time of the first value; 0 on other axes. */
export function beginOf(
  { points, gaps = [] }: Pick<ChartSeries, 'points' | 'gaps'>,
  axis: ChartAxis,
): number {
  if (axis !== 'elapsed') return 0
  const first = Math.min(points[0]?.[1] ?? Infinity, gaps[0]?.from_time ?? Infinity)
  return Number.isFinite(first) ? first : 0
}

/**
 * Returns the points ordered along an axis, because a run that resumed from a checkpoint writes steps again. The
 * last of several values at a step is kept, so that no line goes straight up.
 * @param begin the zero of an axis of elapsed time
 */
export function lineAlong(
  points: readonly Point[],
  axis: ChartAxis,
  begin = beginOf({ points }, axis),
): Line {
  const xOf = axis === 'step' ? (point: Point) => point[0] : (point: Point) => point[1] - begin
  const isOrdered = points.every((point, at) => at === 0 || xOf(points[at - 1] ?? point) <= xOf(point))
  const inOrder = isOrdered ? points : points.toSorted((one, other) => xOf(one) - xOf(other))
  const isLast = (point: Point, at: number) => inOrder[at + 1]?.[0] !== point[0]
  const sorted = axis === 'step' ? inOrder.filter(isLast) : inOrder
  const [x, y] = [new Float64Array(sorted.length), new Float64Array(sorted.length)]
  // A loop, because Float64Array.from takes ten times as long, and every line of every chart needs this.
  for (const [at, point] of sorted.entries()) {
    x[at] = xOf(point)
    y[at] = point[2]
  }
  return { x, y }
}

/** Exponential smoothing that begins at the first value without a bias. `weight` is from 0 (unchanged) to 0.99. */
export function smooth({ x, y }: Line, weight: number): Line {
  const smoothed = new Float64Array(y.length)
  let mean = 0
  let share = 1
  for (let at = 0; at < y.length; at += 1) {
    mean = mean * weight + (y[at] ?? 0) * (1 - weight)
    share *= weight
    smoothed[at] = mean / (1 - share)
  }
  return { x, y: smoothed }
}

/** A logarithmic scale cannot show values of 0 and below. */
export function positive({ x, y }: Line): Line {
  const isPositive = (_: number, at: number) => (y[at] ?? 0) > 0
  return { x: x.filter(isPositive), y: y.filter(isPositive) }
}

/** Returns the first index whose x is not below `value`. */
export function lowerBound(x: Float64Array, value: number): number {
  let low = 0
  let high = x.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((x[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the index whose x is nearest to `value`; -1 for an empty line. */
export function nearestIndex(x: Float64Array, value: number): number {
  const after = lowerBound(x, value)
  if (after === 0) return x.length === 0 ? -1 : 0
  const isAfter = after < x.length && (x[after] ?? 0) - value < value - (x[after - 1] ?? 0)
  return isAfter ? after : after - 1
}

/**
 * Returns the line within a range, with one neighbour on each side so that it runs to the edges, reduced to the
 * lowest and highest point of each of `columns`, which is all that a screen of that width can show.
 */
export function reduceTo({ x, y }: Line, [from, to]: Range, columns: number): Line {
  const begin = Math.max(lowerBound(x, from) - 1, 0)
  const end = Math.min(lowerBound(x, to) + 1, x.length)
  if (end - begin <= columns * 2) return { x: x.subarray(begin, end), y: y.subarray(begin, end) }
  const indices: number[] = []
  const size = (end - begin) / columns
  for (let column = 0; column < columns; column += 1) {
    const first = begin + Math.floor(column * size)
    const behind = begin + Math.floor((column + 1) * size)
    let low = first
    let high = first
    for (let at = first + 1; at < behind; at += 1) {
      if ((y[at] ?? 0) < (y[low] ?? 0)) low = at
      if ((y[at] ?? 0) > (y[high] ?? 0)) high = at
    }
    indices.push(Math.min(low, high))
    if (low !== high) indices.push(Math.max(low, high))
  }
  return {
    x: Float64Array.from(indices, (at) => x[at] ?? 0),
    y: Float64Array.from(indices, (at) => y[at] ?? 0),
  }
}

/** Returns the range from the first x to the last of all lines; null without a point. */
export function extentOf(lines: readonly Pick<Line, 'x'>[]): Range | null {
  const drawn = lines.filter(({ x }) => x.length > 0)
  if (drawn.length === 0) return null
  const from = Math.min(...drawn.map(({ x }) => x[0] ?? 0))
  const to = Math.max(...drawn.map(({ x }) => x[x.length - 1] ?? 0))
  return [from, to]
}

/** Returns a range for an axis: some room around a single position, a second if it is a time; 0 to 1 for null. */
export function roomAround(extent: Range | null, axis: ChartAxis): Range {
  if (extent === null) return [0, 1]
  const room = axis === 'step' ? 0.5 : 500
  return extent[0] === extent[1] ? [extent[0] - room, extent[1] + room] : extent
}

/** The least common share of two ranges that are drawn over the same axis. */
const LEAST_COMMON = 0.1

/** True if an axis for both ranges would squeeze neither. A single position fits the range that contains it. */
export function areAlike(one: Range, other: Range): boolean {
  const common = Math.min(one[1], other[1]) - Math.max(one[0], other[0])
  const isPlace = one[0] === one[1] || other[0] === other[1]
  if (isPlace) return common >= 0
  return common / (Math.max(one[1], other[1]) - Math.min(one[0], other[0])) >= LEAST_COMMON
}

/** True if the ranges have a part in common. */
export function overlap(one: Range, other: Range): boolean {
  return one[0] < other[1] && other[0] < one[1]
}

/** Returns the smallest range that contains both. */
export function united(one: Range, other: Range): Range
export function united(one: Range | null, other: Range | null): Range | null
export function united(one: Range | null, other: Range | null): Range | null {
  if (one === null || other === null) return one ?? other
  return [Math.min(one[0], other[0]), Math.max(one[1], other[1])]
}

/** Returns the range, `times` as wide, around a position in it, within the whole. */
export function zoomed([from, to]: Range, [first, last]: Range, around: number, times: number): Range {
  const width = Math.min((to - from) * times, last - first)
  const share = to === from ? 0.5 : (around - from) / (to - from)
  return moved([around - width * share, around + width * (1 - share)], [first, last])
}

/** Moves a range by the least that brings it into the whole. */
export function moved([from, to]: Range, [first, last]: Range): Range {
  const by = from < first ? first - from : to > last ? last - to : 0
  return [from + by, to + by]
}
