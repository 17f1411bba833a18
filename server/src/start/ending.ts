type Step = () => Promise<unknown>

/** What was begun and has to be ended, the last one first. */
export function createEnding(onTrouble: (error: unknown) => void) {
  const steps: Step[] = []
  let ended: Promise<void> | undefined

  async function endAll(): Promise<void> {
    for (const step of steps.reverse()) await step().catch(onTrouble)
  }

  return {
    add(step: Step): void {
      steps.push(step)
    },
    /** Every call waits for the same ending. */
    end(): Promise<void> {
      ended ??= endAll()
      return ended
    },
  }
}
