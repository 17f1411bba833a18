/** Checking again immediately would keep a core busy for the life of the process. */
const EVERY_MS = 1

/**
 * Measures the turns of this process's event loop.
 * @returns a function that returns the longest turn since its last call, in milliseconds. A turn counts with its
 * processor time if that is less than its duration, because other work of the machine does not count.
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
