import type { Outputs } from '../../engine.ts'
import { exists } from '../folders.ts'
import { attemptOutputs, type Kept } from './attempt-outputs.ts'

interface Listing {
  outputs: Outputs
  /** by the monotonic clock */
  until: number
}

/** A long listing of a running attempt is used again for this many times the time that it took. */
const REUSE = 5
/** A working folder of more files and folders makes a listing long. */
const LONG = 5_000

/**
 * Returns a function that lists outputs as `attemptOutputs` does. Each file of the source is looked at, so while an
 * attempt with many of them runs, its last listing is used again for a while.
 */
export function createListings(): (kept: Kept, under: string | undefined) => Promise<Outputs> {
  const listings = new Map<string, Listing>()

  return async (kept, under) => {
    const { root, exit, ended } = kept.directory
    const began = performance.now()
    for (const [name, { until }] of listings) if (until < began) listings.delete(name)
    const name = JSON.stringify([root, under])
    const isOver = (await exists(exit)) || (await exists(ended))
    const last = isOver ? undefined : listings.get(name)
    if (last) return last.outputs
    const { looked, ...outputs } = await attemptOutputs(kept, { under })
    const now = performance.now()
    if (looked > LONG) listings.set(name, { outputs, until: now + REUSE * (now - began) })
    return outputs
  }
}
