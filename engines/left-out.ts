import { plainLine } from './plain-line.ts'

const MAX_NAME = 200

/** Returns the sentence about a run's entry that is not stored. The run chose the name, so it may contain anything. */
export function leftOut(name: string, reason: string): string {
  return `${readable(name)} was left out: ${reason}.`
}

/**
 * Returns the sentence about several entries.
 * @param some the names of some of them, at least one
 * @param count how many there are
 */
export function leftOutTogether(some: string[], count: number, reason: string): string {
  const names = some.map(readable)
  const last = count > names.length ? `${(count - names.length).toLocaleString('en')} more` : names.pop()
  const subject = names.length > 0 ? `${names.join(', ')} and ${last} were` : `${last} was`
  return `${subject} left out: ${reason}.`
}

/** Returns the sentence about a run's entry that will never be stored. */
export function lost(name: string, reason: string): string {
  return `${readable(name)} was lost: ${reason}.`
}

function readable(name: string): string {
  return plainLine(name, MAX_NAME) || 'A file without a readable name'
}
