interface Rounds {
  all: Set<() => void>
  timer: NodeJS.Timeout
}

const rounds = new Map<number, Rounds>()

/**
 * Calls `work` again and again, at the same moments as all others with the same pause: what they ask for can be asked for
 * together. The first time comes after a pause at most.
 * @returns ends it
 */
export function everyRound(pauseMs: number, work: () => void): () => void {
  const joined = rounds.get(pauseMs) ?? startRounds(pauseMs)
  joined.all.add(work)
  return () => {
    joined.all.delete(work)
    if (joined.all.size > 0 || rounds.get(pauseMs) !== joined) return
    clearInterval(joined.timer)
    rounds.delete(pauseMs)
  }
}

function startRounds(pauseMs: number): Rounds {
  const all = new Set<() => void>()
  const timer = setInterval(() => {
    for (const work of [...all]) work()
  }, pauseMs)
  const started = { all, timer }
  rounds.set(pauseMs, started)
  return started
}
