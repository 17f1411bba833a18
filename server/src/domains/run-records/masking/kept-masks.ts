import { createHash } from 'node:crypto'
import { createMask, type Mask } from '@podium/engines/masking/mask.ts'

/** null if the attempt was given no secret; 'lost' if no key decrypts its secrets. */
export type Known = Mask | null | 'lost'

export interface KeptMasks {
  /** undefined if the attempt is not in the cache */
  of(attempt: string): Known | undefined
  keep(attempt: string, mask: Known): void
  /** Returns the mask of the values. Attempts with the same values share one, because a mask takes time and memory. */
  maskFor(values: readonly string[]): Promise<Mask | null>
}

/** Caches masks by attempt; evicts the oldest entry above `most.attempts` entries or `most.bytes` bytes. */
export function createKeptMasks(most = { attempts: 1000, bytes: 256 * 1024 * 1024 }): KeptMasks {
  const byAttempt = new Map<string, Known>()
  const values = new WeakMap<Mask, string>()
  const building = new Map<string, Promise<Mask | null>>()

  function isTooMuch(): boolean {
    if (byAttempt.size > most.attempts) return true
    const bytes = masks().reduce((sum, { tree }) => sum + tree.bytes, 0)
    return byAttempt.size > 1 && bytes > most.bytes
  }

  function masks(): Mask[] {
    return [...new Set(byAttempt.values())].filter((known) => known !== null && known !== 'lost')
  }

  return {
    of: (attempt) => byAttempt.get(attempt),
    keep(attempt, mask) {
      byAttempt.set(attempt, mask)
      for (const oldest of byAttempt.keys()) {
        if (!isTooMuch()) break
        byAttempt.delete(oldest)
      }
    },
    async maskFor(secrets) {
      const hash = createHash('sha256').update(JSON.stringify(secrets)).digest('base64')
      const same = masks().find((mask) => values.get(mask) === hash)
      if (same) return same
      const begun = building.get(hash) ?? createMask(secrets).finally(() => building.delete(hash))
      building.set(hash, begun)
      const mask = await begun
      if (mask) values.set(mask, hash)
      return mask
    },
  }
}
