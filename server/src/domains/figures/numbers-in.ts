import { isObject } from '@podium/contract/rules/metadata-json.ts'
import { plainLine } from '@podium/engines/plain-line.ts'
import { type Hide, isExactStep, LONGEST_NAME, MAX_NAMES, MAX_READ, note, shortList } from './figures.ts'

/** Counts values of figures that are not numbers, and reports them in sentences. */
export interface NoNumbers {
  note(name: string, value: unknown, step: number | null): void
  /** Discards a figure that was written anew. */
  forget(name: string): void
  sentences(): string[]
}

interface Count {
  times: number
  first: number | null
}

const MAX_TOLD = 5
const WORDS = ['NaN', 'infinite'] as const
/** The spellings of JavaScript and Python. */
const SPELLINGS: readonly [pattern: RegExp, value: number][] = [
  [/^nan$/i, Number.NaN],
  [/^[+]?inf(?:inity)?$/i, Number.POSITIVE_INFINITY],
  [/^-inf(?:inity)?$/i, Number.NEGATIVE_INFINITY],
]

/**
 * @param source the name of the source, such as a file
 * @param leftOut builds the sentence about all other values that are not numbers
 */
export function createNoNumbers(
  source: string,
  hide: Hide,
  leftOut = (names: string) => `only numbers are kept. Left out: ${names}.`,
): NoNumbers {
  const counts = new Map<string, Map<string, Count>>(WORDS.map((word) => [word, new Map()]))
  const others = new Set<string>()

  /** A name may be as long as its line, and it stays in memory as long as the run. */
  function shownName(written: string): string {
    const name = hide(written.slice(0, MAX_READ))
    return name.length > LONGEST_NAME ? plainLine(name, LONGEST_NAME) : name
  }

  function told([word, names]: [string, Map<string, Count>]): string[] {
    const some = [...names].slice(0, MAX_TOLD).map(([name, { times, first }]) => {
      const often = times === 1 ? '' : ` ${times} times${first === null ? '' : ', first'}`
      return `${plainLine(name, 100)} was ${word}${often}${first === null ? '' : ` at step ${first}`}`
    })
    const more = names.size - some.length
    if (more === 0) return some
    return [...some, more === 1 ? `one other figure was ${word}` : `${more} other figures were ${word}`]
  }

  return {
    note(written, value, step) {
      const name = shownName(written)
      const number = numberIn(value)
      const names = number === null ? undefined : counts.get(Number.isNaN(number) ? 'NaN' : 'infinite')
      if (names === undefined) return note(others, name)
      const count = names.get(name)
      if (count) count.times += 1
      else if (names.size < MAX_NAMES) names.set(name, { times: 1, first: isExactStep(step) ? step : null })
    },
    forget(name) {
      for (const names of [...counts.values(), others]) names.delete(shownName(name))
    },
    sentences() {
      const wrong = [...counts].flatMap(told)
      return [
        ...(wrong.length === 0 ? [] : [`${source}: ${wrong.join('; ')}.`]),
        ...(others.size === 0 ? [] : [`${source}: ${leftOut(shortList(others))}`]),
      ]
    },
  }
}

/** Returns a number, NaN and infinite ones and their spellings included; null for anything else. */
export function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return null
  return SPELLINGS.find(([pattern]) => pattern.test(value))?.[1] ?? null
}

/**
 * Yields the numbers of an object, NaN and infinite ones included; names in nested objects become 'a/b'.
 * @param noNumbers records NaN and infinite values, and everything that is not a number
 */
export function* numbersIn(
  object: Record<string, unknown>,
  noNumbers: NoNumbers,
  step: number | null = null,
  above = '',
): Generator<[string, number]> {
  for (const [key, value] of Object.entries(object)) {
    const name = above + key
    const number = numberIn(value)
    // Names grow with each level, so the recursion ends once a name is too long.
    if (isObject(value) && name.length <= LONGEST_NAME) yield* numbersIn(value, noNumbers, step, `${name}/`)
    else if (number === null || !Number.isFinite(number)) noNumbers.note(name, value, step)
    if (number !== null) yield [name, number]
  }
}

/** Words that Python writes although JSON has none. The lookbehind runs only at a match, which keeps this fast. */
const NO_NUMBER = /(NaN|-?Infinity)(?<=[:,[]\s*\1)(?=\s*[,}\]])/g

/** Parses an object, in which Python's words for NaN and infinity become texts; null if it is something else. */
export function objectIn(text: string): Record<string, unknown> | null {
  const value = parse(text) ?? repaired(text)
  return isObject(value) ? value : null
}

function repaired(text: string): unknown {
  if (text.length > LONGEST_REPAIR) return null
  const changed = text.replace(NO_NUMBER, '"$1"')
  return changed === text ? null : parse(changed)
}

const LONGEST_REPAIR = 64 * 1024

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
