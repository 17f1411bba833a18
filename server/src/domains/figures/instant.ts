/** A number between these is an instant; future ones, written by a wrong clock, included. */
const [EARLIEST, LATEST] = [Date.UTC(2000), Date.UTC(2100)]

/** Returns milliseconds since 1970 of a number of seconds, null if it is no instant from 2000 to 2099. */
export function instantOf(seconds: number): number | null {
  return isInstant(seconds * 1000) ? seconds * 1000 : null
}

export function isInstant(milliseconds: number): boolean {
  return milliseconds >= EARLIEST && milliseconds < LATEST
}
