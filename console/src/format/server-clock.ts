/** The bounds, in milliseconds, for how far the server's clock is ahead of this page's. */
interface Bounds {
  least: number
  most: number
}

let bounds: Bounds | undefined
let newest = 0

/**
 * The time by the server's clock in milliseconds, as a browser's may be hours or years off. It never goes back and
 * ignores changes of the browser's clock. Before the first response it is the browser's time.
 */
export function serverNow(): number {
  if (!bounds) return Date.now()
  newest = Math.max(newest, performance.now() + (bounds.least + bounds.most) / 2)
  return newest
}

/**
 * Learns the server's time from a response that has just begun. Its date has whole seconds and was written at some
 * moment since the call was sent, so all responses together narrow the time down. One that contradicts the others
 * starts over, such as the first after the machine slept.
 *
 * @param date the Date header
 * @param sentAt when the call was sent, by `performance.now()`
 */
export function learnServerTime(date: string | null, sentAt: number): void {
  const serverTime = Date.parse(date ?? '')
  if (Number.isNaN(serverTime)) return
  const own = { least: serverTime - performance.now(), most: serverTime + 1000 - sentAt }
  const both = bounds && {
    least: Math.max(bounds.least, own.least),
    most: Math.min(bounds.most, own.most),
  }
  if (both && both.least <= both.most) bounds = both
  else {
    bounds = own
    newest = 0
  }
}
