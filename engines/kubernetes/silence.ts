import type { RunKey } from '../engine.ts'
import { attemptKey } from './attempt-key.ts'
import type { AttemptRecord } from './attempt-store.ts'

/** Longer than a pod needs to reach a server that restarts. */
const SILENCE_MS = 5 * 60_000
/** A server that has not looked for this long could not hear the pod either, for example without its database. */
const MAX_GAP_MS = 60_000

/**
 * Notices pods that no longer call any server. Measures with this server's clock from its first look, so a restarted
 * server gives the pod the whole time again.
 */
export function createSilence(clock: () => Date) {
  const watched = new Map<string, { heard_at: string | null; since: number; looked_at: number }>()

  return {
    isSilent(key: RunKey, { heard_at }: AttemptRecord): boolean {
      const now = clock().getTime()
      const last = watched.get(attemptKey(key))
      const isSame = last?.heard_at === heard_at && now - last.looked_at <= MAX_GAP_MS
      const since = isSame ? last.since : now
      watched.set(attemptKey(key), { heard_at, since, looked_at: now })
      return now - since > SILENCE_MS
    },
    forget(key: RunKey): void {
      watched.delete(attemptKey(key))
    },
  }
}
