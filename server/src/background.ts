import type { FastifyBaseLogger } from 'fastify'

/** Work that a request begins and that may outlive it. A sweep must make up for work that is left undone. */
export interface Background {
  /** Begins the work and waits for it, at most `patience_ms`. Its errors appear only in the log. */
  begin(work: (ending: AbortSignal) => Promise<void>, patience_ms: number): Promise<void>
  /** Signals all work that the server is ending and waits for it; no more begins. */
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

/** Returns the result of the work, or undefined if it takes longer; the work goes on. */
export async function waitAtMost<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
