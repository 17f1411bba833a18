/** Work that a server repeats by itself, never two rounds at once. */
export interface Round {
  /** aborts when `close` is called: long work then leaves the rest for later */
  ending: AbortSignal
  /** Begins the first round at once. */
  start(): void
  /** Begins a round now, or as soon as the one under way has ended. */
  wake(): void
  /** Begins no more rounds, and resolves when the one under way has ended. */
  close(): Promise<void>
}

export interface RoundOptions<T> {
  work(): Promise<T>
  /** @returns milliseconds until the next round; `done` is the result of the last one, undefined if it failed */
  pause(done?: T): number
  /** Logs the error of a round; the next one tries again. */
  failed(error: unknown): void
}

export function createRound<T>({ work, pause, failed }: RoundOptions<T>): Round {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> | undefined
  let isWoken = false

  async function go(): Promise<void> {
    let done: T | undefined
    try {
      done = await work()
    } catch (error) {
      failed(error)
    }
    next(isWoken ? 0 : pause(done))
  }

  function next(milliseconds: number): void {
    if (ending.signal.aborted) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      isWoken = false
      underWay = go()
    }, milliseconds)
    timer.unref()
  }

  return {
    ending: ending.signal,
    start: () => next(0),
    wake() {
      isWoken = true
      if (timer) next(0)
    },
    async close() {
      ending.abort()
      clearTimeout(timer)
      timer = undefined
      await underWay
    },
  }
}
