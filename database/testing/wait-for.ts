import { vi } from 'vitest'

const BUSY_MACHINE_MS = 300_000

/** Waits until the check passes, and gives up before the test does, so that a hang fails with its own message. */
export function waitFor<T>(check: () => T | Promise<T>, { interval = 50 } = {}): Promise<T> {
  return vi.waitFor(check, { timeout: BUSY_MACHINE_MS, interval })
}
