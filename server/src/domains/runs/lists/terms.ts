import { fail } from '@podium/contract/rules/errors.ts'

const COMPARISONS = ['>=', '<=', '!=', '>', '<', '='] as const
type Comparison = (typeof COMPARISONS)[number]

/** A parsed filter such as 'accuracy>0.9'. `number` is null if the value is not a number. */
export interface Term {
  name: string
  comparison: Comparison
  value: string
  number: number | null
}

/** A name that contains comparison signs is quoted: `"p>0.9"<0.5`. */
const TERM = /^(?:"((?:[^"]|""){1,400})"|([^<>=!]{1,200}?))\s*(>=|<=|!=|>|<|=)\s*(.{1,1000})$/s

/**
 * Parses 'name comparison value'.
 * @throws Failure RUN.FILTER with the right form
 */
export function readTerm(filter: 'figure' | 'parameter', text: string): Term {
  const [, inQuotes, plain, comparison, value] = TERM.exec(text.trim()) ?? []
  const name = inQuotes?.replaceAll('""', '"') ?? plain
  if (name === undefined || value === undefined) return refuse(filter, text)
  const term = { name: name.trim(), comparison: comparison as Comparison, value, number: numberIn(value) }
  const needsNumber = filter === 'figure' || !['=', '!='].includes(term.comparison)
  return needsNumber && term.number === null ? refuse(filter, text) : term
}

function numberIn(text: string): number | null {
  const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(number) ? number : null
}

const FORMS = { figure: 'accuracy>0.9', parameter: 'train.epochs=300' }

function refuse(filter: 'figure' | 'parameter', text: string): never {
  const value = filter === 'figure' ? 'a number' : "a number, after '=' and '!=' any text"
  fail('RUN.FILTER', {
    problem: `${filter}=${text} cannot be read. Write a name, one of > >= < <= = != and ${value}, such as ${filter}=${FORMS[filter]}.`,
  })
}
