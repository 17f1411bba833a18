import type { Clock } from '@podium/contract/wire/clock.ts'
import { Away } from './away.ts'

/** The time that a command waits for a server that is away, as while it starts again. */
export const PATIENCE_MS = 60_000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000

/** A time in which a server that is away is asked again. */
export interface Patience {
  /** Pauses until it is worth asking again, each time for longer. Throws the error if the time is over. */
  wait(error: Away): Promise<void>
  /** Begins the time again, because the server was there in between. */
  renew(): void
}

/** @param onWait called when a waiting begins */
export function patienceOf(
  longestMs: number,
  clock: Pick<Clock, 'now' | 'pause'>,
  onWait: (away: Away) => void,
): Patience {
  let until = 0
  let pause = 0
  const patience: Patience = {
    async wait(error) {
      if (clock.now() + pause > until) throw error
      if (pause === FIRST_PAUSE_MS) onWait(error)
      const now = pause
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
      await clock.pause(now)
    },
    renew() {
      until = clock.now() + longestMs
      pause = FIRST_PAUSE_MS
    },
  }
  patience.renew()
  return patience
}

interface Waiting {
  /** called when the waiting begins */
  onWait: (away: Away) => void
  /** returns false if asking again could do something twice */
  mayAskAgain?: (away: Away) => boolean
}

/** Asks a server that is away again for a minute, with growing pauses. A refusal is reported at once. */
export async function patiently<T>(
  ask: () => Promise<T>,
  clock: Pick<Clock, 'now' | 'pause'>,
  { onWait, mayAskAgain = () => true }: Waiting,
): Promise<T> {
  const patience = patienceOf(PATIENCE_MS, clock, onWait)
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Away) || !mayAskAgain(error)) throw error
      await patience.wait(error)
    }
  }
}
