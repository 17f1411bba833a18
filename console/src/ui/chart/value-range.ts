/** The least part of its largest value that an axis spans: less would show noise as if it were a course. */
const LEAST_SHARE = 1 / 20

/** A span of values widened around its middle to what an axis shows at least; what lies within 0 to 1 stays there. */
export function leastSpan(low: number, high: number): [low: number, high: number] {
  const missing = Math.max(Math.abs(low), Math.abs(high)) * LEAST_SHARE - (high - low)
  if (missing <= 0) return [low, high]
  const [from, to] = [low - missing / 2, high + missing / 2]
  return isShare(low, high) && to > 1 ? [from - (to - 1), 1] : [from, to]
}

/** Whether the values are shares of a whole, as an accuracy is: their axis ends with the whole. */
function isShare(low: number, high: number): boolean {
  return low >= 0 && high <= 1
}
