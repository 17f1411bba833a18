/** Runs the work when no other work is running at the same path ('bucket/path'), above it or below it. */
export type InTurn = <T>(path: string, work: () => Promise<T>) => Promise<T>

interface Turn {
  path: string
  done: Promise<unknown>
}

/**
 * Orders the placing of objects. A put checks if its name is free, and no service can check and place in one step.
 * Work of this process waits here first, and only then for other servers.
 */
export function createTurns(amongServers: InTurn = (_path, work) => work()): InTurn {
  const turns = new Set<Turn>()

  return async function inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
    const before = [...turns].filter((turn) => isRelated(turn.path, path)).map(({ done }) => done)
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

function isRelated(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
}
