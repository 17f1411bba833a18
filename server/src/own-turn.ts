import { setImmediate } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/**
 * Resolves in a later turn of the event loop. Of all work that waits here, one piece goes on in each turn, so that twenty
 * files that are read at once make no turn twenty times as long.
 */
export async function ownTurn(): Promise<void> {
  last = last.then(() => setImmediate())
  await last
}
