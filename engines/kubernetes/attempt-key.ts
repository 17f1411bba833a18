import type { RunKey } from '../engine.ts'

/** Returns the key as one string, for maps. */
export function attemptKey({ workspace, run, attempt }: RunKey): string {
  return `${workspace}/${run}/${attempt}`
}
