import type { FastifyBaseLogger } from 'fastify'

/** Work that a request begins and that goes on without it. What is left undone must be made up for by a sweep. */
export interface Background {
  /** Begins the work and waits for it, but no longer than `patience_ms`. What it fails with is in the log alone. */
  begin(work: (ending: AbortSignal) => Promise<void>, patience_ms: number): Promise<void>
  /** Tells all work that the server ends, and waits until it has; none begins any more. */
  close(): Promise<void>
}

export function createBackground(log: Pick<FastifyBaseLogger, 'warn'>): Background {
  const ending = new AbortController()
  const underWay = new Set<Promise<void>>()
  return {
    async begin(work, patience_ms) {
      if (ending.signal.aborted) return
      const done: Promise<void> = Promise.resolve(ending.signal)
        .then(work)
        .catch((error) => log.warn({ err: error }, 'work that a request left behind failed'))
        .finally(() => underWay.delete(done))
      underWay.add(done)
      await waitAtMost(patience_ms, done)
    },
    async close() {
      ending.abort()
      await Promise.all(underWay)
    },
  }
}

/** What the work gives, or undefined when it takes longer; the work goes on. */
export async function waitAtMost<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
