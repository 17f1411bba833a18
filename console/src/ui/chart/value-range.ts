/** The least span of an axis, as a share of its largest value. Less would make noise look like a trend. */
const LEAST_SHARE = 1 / 20

/** Widens a span of values around its middle to the least that an axis shows. Values from 0 to 1 stay within these. */
export function leastSpan(low: number, high: number): [low: number, high: number] {
  const missing = Math.max(Math.abs(low), Math.abs(high)) * LEAST_SHARE - (high - low)
  if (missing <= 0) return [low, high]
  const [from, to] = [low - missing / 2, high + missing / 2]
  return isShare(low, high) && to > 1 ? [from - (to - 1), 1] : [from, to]
}

/** True if the values may be shares, such as an accuracy; their axis ends at 1. */
function isShare(low: number, high: number): boolean {
  return low >= 0 && high <= 1
}
