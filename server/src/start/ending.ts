type Step = () => Promise<unknown>

/** A stack of clean-up steps, run in reverse order. */
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
    /** All calls wait for the same end. */
    end(): Promise<void> {
      ended ??= endAll()
      return ended
    },
  }
}
