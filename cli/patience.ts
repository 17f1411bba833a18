import { setTimeout } from 'node:timers/promises'
import { Away } from './client.ts'

export interface Clock {
  /** in milliseconds */
  now(): number
  pause(milliseconds: number): Promise<void>
}

export const realClock: Clock = {
  now: () => performance.now(),
  async pause(milliseconds) {
    await setTimeout(milliseconds)
  },
}

const LONGEST_WAIT_MS = 60_000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000

/**
 * Asks a server that is away again, with growing pauses, for a minute; what it refuses is said at once.
 * @param onWait called when the waiting begins
 */
export async function patiently<T>(
  ask: () => Promise<T>,
  clock: Clock,
  onWait: (away: Away) => void,
): Promise<T> {
  const until = clock.now() + LONGEST_WAIT_MS
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Away) || clock.now() + pause > until) throw error
      if (pause === FIRST_PAUSE_MS) onWait(error)
    }
    await clock.pause(pause)
  }
}
