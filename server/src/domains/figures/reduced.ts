import { MAX_POINTS } from '@podium/contract/calls/run-series.ts'

/** A point is three numbers: step, time in milliseconds since 1970, value. */
const WIDTH = 3
/** Points kept of a bucket: the first, the lowest, the highest and the last. */
const EXTREMES = 4
const FIRST_WIDTH = 8
/** Even, so that buckets can be joined in pairs; one more bucket is being filled. */
const MAX_BUCKETS = MAX_POINTS / EXTREMES - 2

/** Stored points: all in order up to MAX_POINTS, above that the ones that show the shape. */
export interface Reduced {
  add(step: number, time: number, value: number): void
  /** points added */
  readonly count: number
  readonly last: number
  /** True if a stored point has the step. */
  hasStep(step: number): boolean
  /** a copy of the stored points, three numbers each */
  points(): Float64Array
}

/** Points that were stored before. */
export interface StoredPoints {
  count: number
  points: Float64Array
}

/**
 * Stores a series of any length in constant space. Above MAX_POINTS the points are put into buckets of equal size,
 * which keep only their extremes and are joined in pairs whenever there are too many.
 */
export function createReduced(before?: StoredPoints): Reduced {
  let data = new Float64Array(WIDTH * 16)
  /** points in `data` */
  let pointCount = 0
  let count = 0
  /** points that a full bucket represents; 0 while all are kept */
  let width = 0
  /** how many points each full bucket has kept */
  let buckets: number[] = []
  /** index of the bucket that is being filled; `opened`: how many points it got */
  let open = 0
  let opened = 0
  let highestStep = Number.NEGATIVE_INFINITY

  if (before) restore(before)

  function restore({ count: counted, points }: StoredPoints): void {
    pointCount = points.length / WIDTH
    data = points.slice()
    for (let at = 0; at < data.length; at += WIDTH) highestStep = Math.max(highestStep, data[at] ?? 0)
    count = counted
    if (counted > pointCount) layOut(EXTREMES, Math.ceil((counted * EXTREMES) / pointCount))
  }

  /** Puts the stored points into buckets of `size` points, each of which represents `stands` points. */
  function layOut(size: number, stands: number): void {
    width = stands
    buckets = []
    let to = 0
    for (let from = 0; from < pointCount; from += size) {
      const left = moveExtremes(data, { from, end: Math.min(pointCount, from + size), to })
      buckets.push(left)
      to += left
    }
    pointCount = to
    open = pointCount
    opened = 0
    if (buckets.length >= MAX_BUCKETS) join()
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
    pointCount = to
    open = to
  }

  function append(step: number, time: number, value: number): void {
    const at = pointCount * WIDTH
    if (at === data.length) {
      const larger = new Float64Array(Math.min(data.length * 2, (MAX_POINTS + EXTREMES) * WIDTH))
      larger.set(data)
      data = larger
    }
    data[at] = step
    data[at + 1] = time
    data[at + 2] = value
    pointCount += 1
    count += 1
    highestStep = Math.max(highestStep, step)
  }

  return {
    add(step, time, value) {
      if (width === 0 && pointCount === MAX_POINTS) layOut(FIRST_WIDTH, FIRST_WIDTH)
      append(step, time, value)
      if (width === 0) return
      opened += 1
      if (pointCount - open > EXTREMES)
        pointCount = open + moveExtremes(data, { from: open, end: pointCount, to: open })
      if (opened < width) return
      buckets.push(pointCount - open)
      open = pointCount
      opened = 0
      if (buckets.length === MAX_BUCKETS) join()
    },
    get count() {
      return count
    },
    get last() {
      return data[pointCount * WIDTH - 1] ?? Number.NaN
    },
    hasStep(step) {
      if (step > highestStep) return false
      for (let point = 0; point < pointCount; point += 1) if (data[point * WIDTH] === step) return true
      return false
    },
    points: () => data.slice(0, pointCount * WIDTH),
  }
}

/**
 * Moves the extremes of the points from `from` up to but not including `end` to `to`, which lies before them.
 * @returns how many there are
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

/** Copies number by number, which for three is faster than a built-in copy. */
function movePoint(data: Float64Array, from: number, to: number): void {
  for (let part = 0; part < WIDTH; part += 1) data[to * WIDTH + part] = data[from * WIDTH + part] ?? 0
}

/** Selects at most `most` (2 or more) of the points, with the extremes; below four only lowest and highest. */
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

/** Converts to the format of the wire: `[step, time, value]` each. */
export function pointsOf(points: Float64Array): [number, number, number][] {
  return Array.from({ length: points.length / WIDTH }, (_, index) => [
    points[index * WIDTH] ?? 0,
    points[index * WIDTH + 1] ?? 0,
    points[index * WIDTH + 2] ?? 0,
  ])
}

/** Converts to the format of rows: little-endian doubles, the memory layout of every supported machine. */
export function bytesOf(points: Float64Array): Buffer {
  return Buffer.from(points.buffer, points.byteOffset, points.byteLength)
}

export function pointsIn(bytes: Buffer): Float64Array {
  return new Float64Array(Uint8Array.from(bytes).buffer)
}
