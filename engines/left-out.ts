import { plainLine } from './plain-line.ts'

const MAX_NAME = 200

/** Returns the sentence about a run's entry that is not stored. The run chose the name, so it may contain anything. */
export function leftOut(name: string, reason: string): string {
  return `${readable(name)} was left out: ${reason}.`
}

/** Returns the sentence about a run's entry that will never be stored. */
export function lost(name: string, reason: string): string {
  return `${readable(name)} was lost: ${reason}.`
}

function readable(name: string): string {
  return plainLine(name, MAX_NAME) || 'A file without a readable name'
}
