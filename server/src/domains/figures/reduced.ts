import { MOST_POINTS } from '@podium/contract/calls/run-series.ts'

/** A point is three numbers: step, time in milliseconds since 1970, value. */
const WIDTH = 3
/** The first, the lowest, the highest and the last point of a bucket stay. */
const EXTREMES = 4
const FIRST_WIDTH = 8
/** Even, so that buckets can be joined two by two; one bucket more is being filled. */
const MOST_BUCKETS = MOST_POINTS / EXTREMES - 2

/** Points as they are kept: all in their order up to MOST_POINTS, of more those that show their shape. */
export interface Reduced {
  add(step: number, time: number, value: number): void
  /** points added */
  readonly count: number
  readonly last: number
  /** True if a point that is kept has the step. */
  hasStep(step: number): boolean
  /** a copy of those kept, three numbers each */
  points(): Float64Array
}

/** Points that were kept before. */
export interface StoredPoints {
  count: number
  points: Float64Array
}

/**
 * Keeps a series of any length in the same room: beyond MOST_POINTS the points lie in buckets of as many points each, of
 * which only the extremes stay, and which are joined two by two whenever there are too many.
 */
export function createReduced(before?: StoredPoints): Reduced {
  let data = new Float64Array(WIDTH * 16)
  /** points in `data` */
  let stored = 0
  let count = 0
  /** points that a full bucket stands for; 0 while all are kept */
  let width = 0
  /** how many points each full bucket has kept */
  let buckets: number[] = []
  /** where the bucket that is being filled begins, and how many points came into it */
  let open = 0
  let opened = 0
  let highestStep = Number.NEGATIVE_INFINITY

  if (before) restore(before)

  function restore({ count: counted, points }: StoredPoints): void {
    stored = points.length / WIDTH
    data = points.slice()
    for (let at = 0; at < data.length; at += WIDTH) highestStep = Math.max(highestStep, data[at] ?? 0)
    count = counted
    if (counted > stored) layOut(EXTREMES, Math.ceil((counted * EXTREMES) / stored))
  }

  /** Puts what is kept into buckets of `size` points, each of which stands for `stands` points. */
  function layOut(size: number, stands: number): void {
    width = stands
    buckets = []
    let to = 0
    for (let from = 0; from < stored; from += size) {
      const left = moveExtremes(data, { from, end: Math.min(stored, from + size), to })
      buckets.push(left)
      to += left
    }
    stored = to
    open = stored
    opened = 0
    if (buckets.length >= MOST_BUCKETS) join()
  }

  function join(): void {
    const joined: number[] = []
    let from = 0
    let to = 0
    for (let index = 0; index < buckets.length; index += 2) {
      const end = from + (buckets[index] ?? 0) + (buckets[index + 1] ?? 0)
      const left = moveExtremes(data, { from, end, to })
      joined.push(left)
      from = end
      to += left
    }
    buckets = joined
    width *= 2
    stored = to
    open = to
  }

  function append(step: number, time: number, value: number): void {
    const at = stored * WIDTH
    if (at === data.length) {
      const larger = new Float64Array(Math.min(data.length * 2, (MOST_POINTS + EXTREMES) * WIDTH))
      larger.set(data)
      data = larger
    }
    data[at] = step
    data[at + 1] = time
    data[at + 2] = value
    stored += 1
    count += 1
    highestStep = Math.max(highestStep, step)
  }

  return {
    add(step, time, value) {
      if (width === 0 && stored === MOST_POINTS) layOut(FIRST_WIDTH, FIRST_WIDTH)
      append(step, time, value)
      if (width === 0) return
      opened += 1
      if (stored - open > EXTREMES) stored = open + moveExtremes(data, { from: open, end: stored, to: open })
      if (opened < width) return
      buckets.push(stored - open)
      open = stored
      opened = 0
      if (buckets.length === MOST_BUCKETS) join()
    },
    get count() {
      return count
    },
    get last() {
      return data[stored * WIDTH - 1] ?? Number.NaN
    },
    hasStep(step) {
      if (step > highestStep) return false
      for (let point = 0; point < stored; point += 1) if (data[point * WIDTH] === step) return true
      return false
    },
    points: () => data.slice(0, stored * WIDTH),
  }
}

/**
 * Moves the extremes of the points `from` up to but not including `end` to the place `to`, which lies before them.
 * @returns how many they are
 */
function moveExtremes(
  data: Float64Array,
  { from, end, to }: { from: number; end: number; to: number },
): number {
  const valueAt = (point: number) => data[point * WIDTH + 2] ?? 0
  let lowest = from
  let highest = from
  for (let point = from + 1; point < end; point += 1) {
    if (valueAt(point) < valueAt(lowest)) lowest = point
    if (valueAt(point) > valueAt(highest)) highest = point
  }
  let left = 0
  for (let point = from; point < end; point += 1) {
    if (point !== from && point !== lowest && point !== highest && point !== end - 1) continue
    if (to + left !== point) movePoint(data, point, to + left)
    left += 1
  }
  return left
}

/** Number by number: for three of them the array's own way of copying takes longer. */
function movePoint(data: Float64Array, from: number, to: number): void {
  for (let part = 0; part < WIDTH; part += 1) data[to * WIDTH + part] = data[from * WIDTH + part] ?? 0
}

/** At most `most` (2 or more) of the points, the extremes among them: of fewer than four the lowest and the highest. */
export function fewer(points: Float64Array, most: number): Float64Array {
  const total = points.length / WIDTH
  if (total <= most) return points
  const data = points.slice()
  const parts = Math.max(1, Math.floor(most / EXTREMES))
  let remaining = 0
  for (let part = 0; part < parts; part += 1) {
    const from = Math.floor((part * total) / parts)
    remaining += moveExtremes(data, { from, end: Math.floor(((part + 1) * total) / parts), to: remaining })
  }
  if (remaining <= most) return data.slice(0, remaining * WIDTH)
  return lowestAndHighest(data.subarray(0, remaining * WIDTH))
}

function lowestAndHighest(points: Float64Array): Float64Array {
  const byValue = pointsOf(points).sort((one, other) => one[2] - other[2])
  const [lowest = [0, 0, 0], highest = [0, 0, 0]] = [byValue[0], byValue.at(-1)]
  const inOrder = lowest[1] <= highest[1] ? [lowest, highest] : [highest, lowest]
  return Float64Array.from(inOrder.flat())
}

/** As they are sent: `[step, time, value]` each. */
export function pointsOf(points: Float64Array): [number, number, number][] {
  return Array.from({ length: points.length / WIDTH }, (_, index) => [
    points[index * WIDTH] ?? 0,
    points[index * WIDTH + 1] ?? 0,
    points[index * WIDTH + 2] ?? 0,
  ])
}

/** As rows keep them: doubles, the lowest byte first, as every machine that this runs on has them in memory. */
export function bytesOf(points: Float64Array): Buffer {
  return Buffer.from(points.buffer, points.byteOffset, points.byteLength)
}

export function pointsIn(bytes: Buffer): Float64Array {
  return new Float64Array(Uint8Array.from(bytes).buffer)
}
