import type { FastifyBaseLogger } from 'fastify'
import { createRound, type Round } from './round.ts'

/** Periodic work that completes interrupted work or removes leftovers. */
export interface Sweep {
  /** @param ending aborts when the server closes: long work then leaves the rest to the next sweep */
  work: (ending: AbortSignal) => Promise<unknown>
  /** the log message if it fails */
  otherwise: string
}

/** Sweeps that follow one another in a round. */
export interface SweepGroup {
  interval_ms: number
  sweeps: Sweep[]
}

type Log = Pick<FastifyBaseLogger, 'warn'>

/** Sweeps at the start, to complete earlier work, and then at each full interval unless a round is still under way. */
export function createSweeping({ interval_ms, sweeps }: SweepGroup, log: Log): Round {
  const round = createRound({
    async work() {
      const begun = performance.now()
      await sweepOnce(sweeps, log, round.ending)
      return performance.now() - begun
    },
    pause: (took = 0) => interval_ms - (took % interval_ms),
    failed: (error) => log.warn({ err: error }, 'a round of sweeps failed'),
  })
  return round
}

/** A failing sweep does not stop the others. */
export async function sweepOnce(sweeps: readonly Sweep[], log: Log, ending: AbortSignal): Promise<void> {
  for (const { work, otherwise } of sweeps) {
    try {
      await work(ending)
    } catch (error) {
      log.warn({ err: error }, otherwise)
    }
  }
}
