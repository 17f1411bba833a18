/**
 * Lets so many works run at once and the others wait for their turn, so that a crowd costs no memory.
 * @param limits `refuse` ends a call that finds more waiting than `waiting`
 */
export function createTurns(limits: { at_once: number; waiting: number; refuse: () => never }) {
  let running = 0
  const waiting: (() => void)[] = []

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= limits.at_once) {
      if (waiting.length >= limits.waiting) limits.refuse()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
