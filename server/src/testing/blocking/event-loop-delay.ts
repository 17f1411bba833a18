/** Looking again at once would keep a core busy for as long as the process lives. */
const EVERY_MS = 1

/**
 * Watches the turns of this process's event loop.
 * @returns what answers the longest one since it was asked last, in milliseconds. Of a turn counts what the process
 *   worked in it, if that is less than it lasted: the other work of the machine does not count.
 */
export function watchEventLoop(): () => number {
  let longest = 0
  let began = performance.now()
  let worked = process.cpuUsage()
  const tick = () => {
    const now = performance.now()
    const { user, system } = process.cpuUsage(worked)
    longest = Math.max(longest, Math.min(now - began, (user + system) / 1000))
    began = now
    worked = process.cpuUsage()
    setTimeout(tick, EVERY_MS)
  }
  setTimeout(tick, EVERY_MS)
  return () => {
    const since = longest
    longest = 0
    return since
  }
}
