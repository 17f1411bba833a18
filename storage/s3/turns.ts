/** Runs the work when no other is under way at the same path ('bucket/path'), above it or below it. */
export type InTurn = <T>(path: string, work: () => Promise<T>) => Promise<T>

interface Turn {
  path: string
  done: Promise<unknown>
}

/**
 * Who places an object looks first whether its name is free, which no service does in one step with all that must be
 * looked at. Those of this process wait for each other here, and only then for those of other servers.
 */
export function createTurns(amongServers: InTurn = (_path, work) => work()): InTurn {
  const turns = new Set<Turn>()

  return async function inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
    const before = [...turns].filter((turn) => isInTheWay(turn.path, path)).map(({ done }) => done)
    const working = Promise.all(before).then(() => amongServers(path, work))
    const turn = { path, done: working.catch(() => undefined) }
    turns.add(turn)
    try {
      return await working
    } finally {
      turns.delete(turn)
    }
  }
}

function isInTheWay(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
}
