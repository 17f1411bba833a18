import type { Observation } from '../engine.ts'
import type { Place } from './host.ts'

export interface WatchOptions {
  tend: (place: Place) => Promise<Observation>
  pollMs: number
  log: (message: string, details: Record<string, unknown>) => void
}

/** Looks after the attempts that have not ended, each by one step at a time. */
export function createWatch({ tend, pollMs, log }: WatchOptions) {
  const live = new Map<string, Place>()
  const steps = new Map<string, Promise<unknown>>()
  let closed = false
  let round: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  /** Waits for the step under way, so that no two work on the same attempt. */
  function alone<T>(place: Place, step: () => Promise<T>): Promise<T> {
    const name = place.directory.root
    const next = (steps.get(name) ?? Promise.resolve()).catch(() => undefined).then(step)
    steps.set(name, next)
    const done = () => {
      if (steps.get(name) === next) steps.delete(name)
    }
    next.then(done, done)
    return next
  }

  async function look(place: Place): Promise<Observation> {
    const observation = await alone(place, () => tend(place))
    if (observation.phase === 'ended' || observation.phase === 'absent') live.delete(place.directory.root)
    return observation
  }

  async function lookAgain(place: Place): Promise<void> {
    if (closed) return
    await look(place).catch((error) => {
      log('A run could not be looked after; trying again.', { ...place.key, error: String(error) })
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
    /** Looks after the attempt until it has ended, beginning now. */
    add(place: Place): void {
      live.set(place.directory.root, place)
      void lookAgain(place)
    },
    remove(place: Place): void {
      live.delete(place.directory.root)
    },
    live: (): Place[] => [...live.values()],
    wake(place: Place): void {
      if (live.has(place.directory.root)) void lookAgain(place)
    },
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      await round
      await Promise.allSettled(steps.values())
    },
  }
}
