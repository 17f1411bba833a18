import type { RunKey } from '../engine.ts'
import { attemptKey } from './attempt-key.ts'
import type { AttemptRecord, AttemptStore } from './attempt-store.ts'
import { sizeOfLog } from './cluster-log.ts'

const LOOK_MS = 30_000
/** Longer than a pod needs to reach a server that starts anew. */
const SILENCE_MS = 5 * 60_000

/** Notices that a pod no longer sends what its command left, by the bytes that have come of it. */
export function createSilence(attempts: AttemptStore, clock: () => Date) {
  const heard = new Map<string, { bytes: number; changed_at: number; looked_at: number }>()

  async function bytesOf(key: RunKey, { promised_bytes }: AttemptRecord): Promise<number> {
    const { files } = await attempts.outputs(key)
    const logs = await Promise.all([
      sizeOfLog(attempts, key, 'process'),
      sizeOfLog(attempts, key, 'pipeline'),
    ])
    return [...files.map(({ size }) => size), ...logs].reduce((sum, size) => sum + size, promised_bytes)
  }

  return {
    async isSilent(key: RunKey, record: AttemptRecord): Promise<boolean> {
      const now = clock().getTime()
      const last = heard.get(attemptKey(key))
      if (last && now - last.looked_at < LOOK_MS) return now - last.changed_at > SILENCE_MS
      const bytes = await bytesOf(key, record)
      const changed_at = last?.bytes === bytes ? last.changed_at : now
      heard.set(attemptKey(key), { bytes, changed_at, looked_at: now })
      return now - changed_at > SILENCE_MS
    },
    forget(key: RunKey): void {
      heard.delete(attemptKey(key))
    },
  }
}
