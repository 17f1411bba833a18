/** The lead of the server's clock over the clock of this page, between two bounds, in milliseconds. */
interface Bounds {
  least: number
  most: number
}

let bounds: Bounds | undefined
let newest = 0

/**
 * The time by the clock of the server, in milliseconds: browsers may be hours or years away from it. It does not go back,
 * and does not follow a change of the clock of the browser. Before the first answer it is the browser's time.
 */
export function serverNow(): number {
  if (!bounds) return Date.now()
  newest = Math.max(newest, performance.now() + (bounds.least + bounds.most) / 2)
  return newest
}

/**
 * Learns the server's time from an answer that has just begun. Its date is in whole seconds, and was written at some
 * moment since the call was sent: all answers together tell more than each. One that contradicts the others starts anew,
 * such as the first one after the machine slept.
 *
 * @param date the header of that name
 * @param sentAt when the call was sent, by `performance.now()`
 */
export function learnServerTime(date: string | null, sentAt: number): void {
  const told = Date.parse(date ?? '')
  if (Number.isNaN(told)) return
  const own = { least: told - performance.now(), most: told + 1000 - sentAt }
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
