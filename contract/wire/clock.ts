/** A clock that waits and measures time; a test has its own. */
export interface Clock {
  /** in milliseconds */
  now(): number
  /** Resolves after so long, or when the signal aborts. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>
  /** Calls back once after so long. Answers how to call it off. */
  after(milliseconds: number, ring: () => void): () => void
  /** from 0 to 1, so that not all clients come back at the same moment */
  random(): number
}

export const realClock: Clock = {
  // Goes on while the machine sleeps.
  now: () => Date.now(),
  pause: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      signal?.addEventListener('abort', done)
    }),
  after(milliseconds, ring) {
    const timer = setTimeout(ring, milliseconds)
    return () => clearTimeout(timer)
  },
  random: () => Math.random(),
}
