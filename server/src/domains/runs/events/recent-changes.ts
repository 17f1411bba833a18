import { randomUUID } from 'node:crypto'
import type { Announced } from '../../run-records/move.ts'

const MAX_RECENT = 1000

/** Remembers the newest changes, so that a reader that reconnects gets those after its position. */
export function createRecentChanges(most = MAX_RECENT) {
  const name = randomUUID()
  const recent: Announced[] = []
  let count = 0
  return {
    /** @param changed null if changes may have been missed: earlier positions become unknown */
    add(changed: Announced | null): void {
      count += 1
      if (changed === null) recent.length = 0
      else recent.push(changed)
      if (recent.length > most) recent.shift()
    },
    position: () => `${name}.${count}`,
    /** Returns the changes after a position; null if it is of another server or too old. */
    since(position: string): Announced[] | null {
      const [server, at] = position.split('.')
      const missed = count - Number(at)
      if (server !== name || !(missed >= 0 && missed <= recent.length)) return null
      return recent.slice(recent.length - missed)
    },
  }
}
