import { setImmediate } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/**
 * Resolves in a later turn of the event loop. Only one of all waiting callers continues in each turn, so that reading
 * twenty files at once does not make a turn twenty times as long.
 */
export async function ownTurn(): Promise<void> {
  last = last.then(() => setImmediate())
  await last
}
