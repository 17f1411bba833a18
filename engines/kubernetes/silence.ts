import type { RunKey } from '../engine.ts'
import { attemptKey } from './attempt-key.ts'
import type { AttemptRecord } from './attempt-store.ts'

/** Longer than a pod needs to reach a server that starts anew. */
const SILENCE_MS = 5 * 60_000
/** A server that has not looked for so long was not there to hear the pod either, as without its database. */
const LONGEST_GAP_MS = 60_000

/**
 * Notices that a pod no longer calls any server. It is measured on the clock of this server alone, from when it first looked:
 * a server that has just started gives the pod the whole time again.
 */
export function createSilence(clock: () => Date) {
  const watched = new Map<string, { heard_at: string | null; since: number; looked_at: number }>()

  return {
    isSilent(key: RunKey, { heard_at }: AttemptRecord): boolean {
      const now = clock().getTime()
      const last = watched.get(attemptKey(key))
      const isSame = last?.heard_at === heard_at && now - last.looked_at <= LONGEST_GAP_MS
      const since = isSame ? last.since : now
      watched.set(attemptKey(key), { heard_at, since, looked_at: now })
      return now - since > SILENCE_MS
    },
    forget(key: RunKey): void {
      watched.delete(attemptKey(key))
    },
  }
}
