import { plainLine } from './plain-line.ts'

const LONGEST_NAME = 200

/** The sentence about a thing of a run that is not kept. The run chose the name, so it may hold anything. */
export function leftOut(name: string, reason: string): string {
  return `${readable(name)} was left out: ${reason}.`
}

/** The sentence about a thing of a run that will never be kept. */
export function lost(name: string, reason: string): string {
  return `${readable(name)} was lost: ${reason}.`
}

function readable(name: string): string {
  return plainLine(name, LONGEST_NAME) || 'A file without a readable name'
}
