/**
 * Caches a value and reads it again for callers later than `age_ms` after the last read. They get the old value, also
 * if reading fails, so a cluster that is away delays no call that can do without it. `now` always reads again and
 * waits.
 */
export function cached<T>(age_ms: number, read: () => Promise<T>): (when?: 'now') => Promise<T> {
  let last: { value: T } | null = null
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<T> | null = null

  function readAgain(): Promise<T> {
    readAt = performance.now()
    const now = read()
      .then((value) => {
        last = { value }
        return value
      })
      .finally(() => {
        reading = null
      })
    now.catch(() => undefined)
    return now
  }

  return async (when) => {
    if (when === 'now') return readAgain()
    if (last === null || performance.now() - readAt > age_ms) reading ??= readAgain()
    return last === null ? (reading ?? readAgain()) : last.value
  }
}
