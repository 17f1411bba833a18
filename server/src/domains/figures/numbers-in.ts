import { isObject } from '@podium/contract/rules/metadata-json.ts'
import { plainLine } from '@podium/engines/plain-line.ts'
import { type Hide, isExactStep, LONGEST_NAME, MOST_NAMES, MOST_READ, note, shortList } from './figures.ts'

/** Counts the values of figures that are no numbers, and tells of them in sentences. */
export interface NoNumbers {
  note(name: string, value: unknown, step: number | null): void
  /** Forgets a figure that was written anew. */
  forget(name: string): void
  sentences(): string[]
}

interface Count {
  times: number
  first: number | null
}

const MOST_TOLD = 5
const WORDS = ['NaN', 'infinite'] as const
/** The spellings of JavaScript and Python. */
const SPELLINGS: readonly [pattern: RegExp, value: number][] = [
  [/^nan$/i, Number.NaN],
  [/^[+]?inf(?:inity)?$/i, Number.POSITIVE_INFINITY],
  [/^-inf(?:inity)?$/i, Number.NEGATIVE_INFINITY],
]

/**
 * @param source what wrote them, such as the name of a file
 * @param leftOut says what became of anything else that is no number
 */
export function createNoNumbers(
  source: string,
  hide: Hide,
  leftOut = (names: string) => `only numbers are kept. Left out: ${names}.`,
): NoNumbers {
  const counts = new Map<string, Map<string, Count>>(WORDS.map((word) => [word, new Map()]))
  const others = new Set<string>()

  /** A name may be as long as its line, and what is kept of it stays as long as the run. */
  function shownName(written: string): string {
    const name = hide(written.slice(0, MOST_READ))
    return name.length > LONGEST_NAME ? plainLine(name, LONGEST_NAME) : name
  }

  function told([word, names]: [string, Map<string, Count>]): string[] {
    const some = [...names].slice(0, MOST_TOLD).map(([name, { times, first }]) => {
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
      else if (names.size < MOST_NAMES) names.set(name, { times: 1, first: isExactStep(step) ? step : null })
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

/** A number, also NaN and the infinite ones, which may be spelled out; null of anything else. */
export function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return null
  return SPELLINGS.find(([pattern]) => pattern.test(value))?.[1] ?? null
}

/**
 * The numbers of an object, of objects in it as 'a/b', with those that are NaN or infinite.
 * @param noNumbers where these, and all that is no number, are noted
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
    // Names grow with each level, so that this ends before the names are longer than one may be.
    if (isObject(value) && name.length <= LONGEST_NAME) yield* numbersIn(value, noNumbers, step, `${name}/`)
    else if (number === null || !Number.isFinite(number)) noNumbers.note(name, value, step)
    if (number !== null) yield [name, number]
  }
}

/** Python writes these words where JSON has none. The blanks before one are looked at only where it stands. */
const NO_NUMBER = /(NaN|-?Infinity)(?<=[:,[]\s*\1)(?=\s*[,}\]])/g

/** An object in a text, in which Python's words for what is no number are texts; null where it is something else. */
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
