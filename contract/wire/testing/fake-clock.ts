import type { Clock } from '../clock.ts'

interface Alarm {
  at: number
  ring: () => void
}

/** A clock that advances only on request and without randomness. */
export function createFakeClock() {
  let now = 0
  const alarms = new Set<Alarm>()

  function after(milliseconds: number, ring: () => void): () => void {
    const alarm = { at: now + milliseconds, ring }
    alarms.add(alarm)
    return () => alarms.delete(alarm)
  }

  return {
    now: () => now,
    after,
    random: () => 0,
    pause: (milliseconds: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        const done = () => {
          callOff()
          signal?.removeEventListener('abort', done)
          resolve()
        }
        const callOff = after(milliseconds, done)
        signal?.addEventListener('abort', done)
      }),
    /** Fires everything due within the time, in order, and lets the code that waits for it continue. */
    async goOn(milliseconds: number): Promise<void> {
      const until = now + milliseconds
      await settled()
      for (;;) {
        const [next] = [...alarms].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)
        if (!next) break
        alarms.delete(next)
        now = next.at
        next.ring()
        await settled()
      }
      now = until
    },
  } satisfies Clock & { goOn: (milliseconds: number) => Promise<void> }
}

/** Resolves when everything that needs no clock has happened. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
