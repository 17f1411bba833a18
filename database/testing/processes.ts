import { setTimeout as delay } from 'node:timers/promises'

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Waits for a condition; throws if it stays false even for a busy machine (milliseconds). */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  within = 300_000,
): Promise<void> {
  const deadline = performance.now() + within
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Not within ${within} ms: ${what}`)
    await delay(20)
  }
}
