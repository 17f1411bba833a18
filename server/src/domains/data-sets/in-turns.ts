/** Of one call so many objects come at once at most: each may take a file or a connection of its own. */
const AT_ONCE = 8

/** Takes all steps, a few at a time. @throws what failed first; what was not begun by then is not */
export async function inTurns(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const waiting = [...steps]
  const worker = async () => {
    try {
      for (let step = waiting.shift(); step; step = waiting.shift()) await step()
    } finally {
      waiting.length = 0
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker))
  const failed = workers.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
