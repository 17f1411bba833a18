import type { Place } from './places.ts'
import type { createProbe } from './probe.ts'
import { S3Refusal } from './refusals.ts'

/** Minimum time between two probes with a file, because anyone may ask for the health and each costs some calls. */
const PROBE_INTERVAL_MS = 30_000

/** The location at which the service refused the last file, and its answer. */
export interface Refusing {
  place: Place
  refusal: S3Refusal
}

/** Remembers that the service refused a file, until it accepts one again. */
export function createHealth(probe: ReturnType<typeof createProbe>, atStart: Refusing | null) {
  let refusing = atStart
  let probing = Promise.resolve()
  let probedAt = Number.NEGATIVE_INFINITY

  async function writeAgain(place: Place): Promise<void> {
    try {
      await probe.write(place, () => undefined)
      refusing = null
    } catch (error) {
      if (!(error instanceof S3Refusal)) throw error
      // The bucket was removed, perhaps by another server, so nothing is refused there.
      refusing = error.status === 404 ? null : { place, refusal: error }
    }
  }

  return {
    async noteRefusals<T>(place: Place, write: () => Promise<T>): Promise<T> {
      try {
        const written = await write()
        refusing = null
        return written
      } catch (error) {
        if (error instanceof S3Refusal && error.kind !== null) refusing = { place, refusal: error }
        throw error
      }
    },

    /** Forgets a refusal in a bucket that was removed. */
    forget({ Bucket, Key }: Place): void {
      if (refusing?.place.Bucket === Bucket && refusing.place.Key === Key) refusing = null
    },

    /** @throws StoreAway, StoreRefuses */
    async check(): Promise<void> {
      await probe.list()
      if (refusing === null) return
      if (performance.now() - probedAt >= PROBE_INTERVAL_MS) {
        probedAt = performance.now()
        probing = writeAgain(refusing.place)
      }
      await probing
      if (refusing !== null) throw refusing.refusal
    },
  }
}
