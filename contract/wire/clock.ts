/** A clock for waiting and measuring time; tests have their own. */
export interface Clock {
  /** in milliseconds */
  now(): number
  /** Resolves after this time, or when the signal aborts. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>
  /** Calls back once after this time. Returns a function that cancels it. */
  after(milliseconds: number, ring: () => void): () => void
  /** a number from 0 to 1, so that clients do not all return at the same moment */
  random(): number
}

export const realClock: Clock = {
  // Keeps running while the machine sleeps.
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
