interface Turn {
  key: string
  done: Promise<unknown>
}

/**
 * Who places an object looks first whether its name is free, which no service does in one step with all that must be
 * looked at: whoever places one of the same path, above it or below it, waits. One server at a time serves (record
 * 0102), so that the turns of its process are all there are.
 */
export function createTurns() {
  const turns = new Set<Turn>()

  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = [...turns].filter((turn) => isInTheWay(turn.key, key)).map(({ done }) => done)
    const working = Promise.all(before).then(work)
    const turn = { key, done: working.catch(() => undefined) }
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
