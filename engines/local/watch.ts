import type { Attempt } from '../attempt/attempt.ts'
import type { Observation } from '../engine.ts'

export interface WatchOptions {
  reconcile: (attempt: Attempt) => Promise<Observation>
  pollMs: number
  log: (message: string, details: Record<string, unknown>) => void
}

/** Watches the attempts that have not ended, each one step at a time. */
export function createWatch({ reconcile, pollMs, log }: WatchOptions) {
  const live = new Map<string, Attempt>()
  const steps = new Map<string, Promise<unknown>>()
  let closed = false
  let round: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  /** Waits for the current step, so that no two steps work on the same attempt. */
  function alone<T>(attempt: Attempt, step: () => Promise<T>): Promise<T> {
    const name = attempt.directory.root
    const next = (steps.get(name) ?? Promise.resolve()).catch(() => undefined).then(step)
    steps.set(name, next)
    const done = () => {
      if (steps.get(name) === next) steps.delete(name)
    }
    next.then(done, done)
    return next
  }

  async function look(attempt: Attempt): Promise<Observation> {
    const observation = await alone(attempt, () => reconcile(attempt))
    if (observation.phase === 'ended' || observation.phase === 'absent') live.delete(attempt.directory.root)
    return observation
  }

  async function lookAgain(attempt: Attempt): Promise<void> {
    if (closed) return
    await look(attempt).catch((error) => {
      log('A run could not be monitored; trying again.', { ...attempt.key, error: String(error) })
    })
  }

  function schedule(): void {
    if (closed) return
    timer = setTimeout(() => {
      round = Promise.all([...live.values()].map(lookAgain)).then(schedule)
    }, pollMs)
    timer.unref()
  }

  schedule()
  return {
    alone,
    look,
    /** Watches the attempt until it has ended, beginning now. */
    add(attempt: Attempt): void {
      live.set(attempt.directory.root, attempt)
      void lookAgain(attempt)
    },
    remove(attempt: Attempt): void {
      live.delete(attempt.directory.root)
    },
    live: (): Attempt[] => [...live.values()],
    wake(attempt: Attempt): void {
      if (live.has(attempt.directory.root)) void lookAgain(attempt)
    },
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      await round
      await Promise.allSettled(steps.values())
    },
  }
}
