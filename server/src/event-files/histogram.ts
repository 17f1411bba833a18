import { fieldsOf, readNumbers } from './wire.ts'

/** The buckets of a histogram in ascending order, three numbers each: left edge, right edge, count. */
export type Histogram = readonly number[]

export const MAX_BUCKETS = 10_000

/**
 * Reads the older form, HistogramProto.
 * @throws an error if the message is malformed
 */
export function readHistogram(message: Uint8Array): Histogram {
  let min = Number.NEGATIVE_INFINITY
  let max = Number.POSITIVE_INFINITY
  const limits: number[] = []
  const counts: number[] = []
  for (const field of fieldsOf(message)) {
    const [number, , reader] = field
    if (number === 1) min = reader.double()
    else if (number === 2) max = reader.double()
    else if (number === 6) readNumbers(field, limits, MAX_BUCKETS, (one) => one.double())
    else if (number === 7) readNumbers(field, counts, MAX_BUCKETS, (one) => one.double())
  }
  // The first bucket begins and the last one ends far outside the values.
  return limits.flatMap((limit, at) => [
    Math.max(min, limits[at - 1] ?? min),
    Math.min(max, limit),
    counts[at] ?? 0,
  ])
}

/** Returns the value below which this fraction of the counted values lies; NaN if nothing was counted. */
export function quantile(histogram: Histogram, fraction: number): number {
  let total = 0
  for (let at = 2; at < histogram.length; at += 3) total += histogram[at] ?? 0
  let sought = fraction * total
  for (let at = 0; at < histogram.length; at += 3) {
    const [left = 0, right = 0, count = 0] = histogram.slice(at, at + 3)
    if (count > 0 && sought <= count) return left + (right - left) * (sought / count)
    sought -= count
  }
  return Number.NaN
}
