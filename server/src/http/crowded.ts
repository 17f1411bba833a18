import { FieldProblems } from '@podium/contract/errors.ts'

/** Metadata and what stands beside it have 5,000 names each at most, a list of ids or members 1,000 items. */
const MOST_NAMES = 20_000
/** Of metadata (256 KiB) and of parameters (64 KiB) every second byte may be an item of a list. */
const MOST_VALUES = 200_000
/** The lists that a call reads are fields of its body; those further down are taken as they are. */
const LISTS_READ = 1

/**
 * What keeps a body from being looked at: more names, items or values than any body that a call takes. The validator
 * finds something wrong with each of them and keeps it all, so that a small body would cost seconds.
 */
export function crowded(body: unknown): FieldProblems | null {
  let names = 0
  let values = 0
  let level = branchesOf([body])
  for (let depth = 0; level.length > 0; depth++) {
    for (const branch of level) {
      const size = Array.isArray(branch) ? branch.length : Object.keys(branch).length
      values += size
      if (depth <= LISTS_READ || !Array.isArray(branch)) names += size
    }
    if (names > MOST_NAMES) return tooMany(MOST_NAMES, 'names and items')
    if (values > MOST_VALUES) return tooMany(MOST_VALUES, 'values')
    level = level.flatMap((branch) => branchesOf(Array.isArray(branch) ? branch : Object.values(branch)))
  }
  return null
}

function branchesOf(values: unknown[]): object[] {
  return values.filter((value) => typeof value === 'object' && value !== null)
}

function tooMany(most: number, what: string): FieldProblems {
  const msg = `The body holds more than ${most} ${what}. Send less at once.`
  return new FieldProblems([{ loc: ['body'], msg, type: 'json_many' }])
}
