import { ownTurn } from '../own-turn.ts'

/** Maximum work per turn, because everything else in the process waits for it. */
const MAX_MS = 10

/** Runs long work in small pieces between other tasks of the event loop. The work yields when it may pause. */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const until = performance.now() + MAX_MS
    do {
      const step = work.next()
      if (step.done) return step.value
    } while (performance.now() < until)
    await ownTurn()
  }
}
