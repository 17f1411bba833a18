import { setImmediate } from 'node:timers/promises'

/** of work at a time, as everything else of the process waits for it */
const MOST_MS = 10

let lastTurn: Promise<void> = Promise.resolve()

/** Does long work a little at a time; of several, each little in a turn of the loop of its own. It yields where it may pause. */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const until = performance.now() + MOST_MS
    do {
      const step = work.next()
      if (step.done) return step.value
    } while (performance.now() < until)
    lastTurn = lastTurn.then(() => setImmediate())
    await lastTurn
  }
}
