/** Remembers what failed, and when it may be tried again. */
export interface Retries {
  mayTry(name: string): boolean
  failed(name: string): void
  succeeded(name: string): void
  /** how often in a row it failed */
  count(name: string): number
}

/** `backOff` gives the milliseconds to wait after the n-th failure in a row. */
export function createRetries(backOff: (failures: number) => number): Retries {
  const failures = new Map<string, { count: number; until: number }>()
  return {
    mayTry: (name) => (failures.get(name)?.until ?? 0) <= performance.now(),
    failed(name) {
      const count = (failures.get(name)?.count ?? 0) + 1
      failures.set(name, { count, until: performance.now() + backOff(count) })
    },
    succeeded(name) {
      failures.delete(name)
    },
    count: (name) => failures.get(name)?.count ?? 0,
  }
}
