import { fail } from '@podium/contract/errors.ts'

const MINUTE_MS = 60_000

/**
 * Holds back who asks the directory too often: with an open session it would be a place to guess passwords, and to copy
 * the directory.
 * @param most how often in a minute
 * @param now milliseconds that only ever grow
 */
export function createCallerBudget(most: number, now = () => performance.now()) {
  const asked = new Map<string, number[]>()

  /** @returns gives this one back, which then does not count */
  return function spend(caller: { account_id: string | null }): () => void {
    const since = now() - MINUTE_MS
    for (const [key, times] of asked) if ((times.at(-1) ?? 0) <= since) asked.delete(key)
    const key = caller.account_id ?? 'host'
    const recent = (asked.get(key) ?? []).filter((time) => time > since)
    if (recent.length >= most) fail('DIRECTORY.OFTEN')
    const at = now()
    asked.set(key, [...recent, at])
    return () =>
      void asked.set(
        key,
        (asked.get(key) ?? []).filter((time) => time !== at),
      )
  }
}
