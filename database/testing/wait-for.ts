import { vi } from 'vitest'

const BUSY_MACHINE_MS = 300_000

/** Waits until the check passes, as long as the busiest machine may need: what hangs fails by its own sentence, before its test does. */
export function waitFor<T>(check: () => T | Promise<T>, { interval = 50 } = {}): Promise<T> {
  return vi.waitFor(check, { timeout: BUSY_MACHINE_MS, interval })
}
