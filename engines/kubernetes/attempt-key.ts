import type { RunKey } from '../engine.ts'

/** The key as one text, by which maps find what belongs to the attempt. */
export function attemptKey({ workspace, run, attempt }: RunKey): string {
  return `${workspace}/${run}/${attempt}`
}
