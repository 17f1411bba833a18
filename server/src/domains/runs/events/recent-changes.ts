import { randomUUID } from 'node:crypto'
import type { Announced } from '../../run-records/move.ts'

const MOST_RECENT = 1000

/** The newest changes that this server heard of: a reader that opens its stream again gets what came behind its position. */
export function createRecentChanges(most = MOST_RECENT) {
  const name = randomUUID()
  const recent: Announced[] = []
  let count = 0
  return {
    /** @param changed null where changes may have been missed: no earlier position leads on from there */
    add(changed: Announced | null): void {
      count += 1
      if (changed === null) recent.length = 0
      else recent.push(changed)
      if (recent.length > most) recent.shift()
    },
    position: () => `${name}.${count}`,
    /** The changes behind a position, null where they are not known: at another server, or too long ago. */
    since(position: string): Announced[] | null {
      const [server, at] = position.split('.')
      const missed = count - Number(at)
      if (server !== name || !(missed >= 0 && missed <= recent.length)) return null
      return recent.slice(recent.length - missed)
    },
  }
}
