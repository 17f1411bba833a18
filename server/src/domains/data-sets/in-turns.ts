/** Objects that one call writes at a time, because each may take a file descriptor or a connection. */
const AT_ONCE = 8

/** Runs all steps, a few at a time. @throws the first error; steps that had not begun by then are skipped */
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
