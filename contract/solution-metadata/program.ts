import { isPresent } from '../rules/metadata-json.ts'
import { limits } from '../rules/rules.ts'

/** The command line of a run's program: how it is stored, how it is built, and how a typed one is read. */

/** One word of a command line, or a parameter in it. */
export type ProgramArgument = string | ParameterArgument

/** A parameter on a command line. A run that has no value for it gets no word. */
export interface ParameterArgument {
  /** the parameter, or `step.parameter` if several steps have one of that name */
  name: string
  /** '--epochs' gives two words, '--epochs=' and 'lr=' one; without it the value stands alone */
  flag?: string
  /** the word for a bool that is false, such as '--no-amp'; without it nothing */
  off?: string
  /** a list repeats the flag for each value instead of following it */
  each?: true
  /** the value stands in the same word as the flag, such as '-j4' */
  joined?: true
  /**
   * The value or values as typed. They are used as long as the parameter has the value that this text means, so that
   * '3.10' and '1e-3' stay as they are. A bool with a text is written as a value, '--amp True'.
   */
  text?: string | string[]
}

/** How the parameters of a run reach its program, beside the file PODIUM_PARAMETERS_FILE. */
export const ARGUMENT_FORMS = ['flags', 'hydra', 'environment'] as const
export type Arguments = (typeof ARGUMENT_FORMS)[number] | ProgramArgument[]

/** What a run starts. `working_directory` is below its source; the files of `files_uri` are laid over the source. */
export interface Program {
  command: string[]
  arguments?: Arguments
  working_directory?: string
  files_uri?: string
}

type Scalar = string | number | boolean
/** `{step: {name: value}}` */
type StepValues = Record<string, Record<string, unknown>>

/**
 * Returns all words of the command line of a run: its command, then its parameters in the form of `arguments`.
 * @param parameters of the run
 */
export function wordsOf(program: Pick<Program, 'command' | 'arguments'>, parameters: StepValues): string[] {
  return [...program.command, ...argumentWords(program.arguments, parameters)]
}

/** Returns the parameters of a run as environment variables; {} if they reach its program in another form. */
export function variablesOf(
  { arguments: form }: Pick<Program, 'arguments'>,
  parameters: StepValues,
): Record<string, string> {
  if (form !== 'environment') return {}
  return Object.fromEntries(
    valuesIn(parameters).map(([name, value]) => [
      variableName(name),
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )
}

/** The environment variable in which a program finds the parameter. */
export function variableName(parameter: string): string {
  return parameter.replaceAll(/[^A-Za-z0-9_]/g, '_')
}

function argumentWords(form: Arguments | undefined, parameters: StepValues): string[] {
  if (form === undefined || form === 'environment') return []
  const values = valuesIn(parameters)
  if (form === 'flags') return values.flatMap(([name, value]) => wordsFor({ name, flag: `--${name}` }, value))
  if (form === 'hydra') return values.map(([name, value]) => `${name}=${hydraText(value)}`)
  const byName = new Map(values.toReversed())
  for (const [step, chosen] of Object.entries(parameters))
    for (const [name, value] of Object.entries(chosen))
      if (!byName.has(`${step}.${name}`)) byName.set(`${step}.${name}`, value)
  return form.flatMap((argument) =>
    typeof argument === 'string' ? [argument] : wordsFor(argument, byName.get(argument.name)),
  )
}

/** The values of all steps that are given, in order. */
function valuesIn(parameters: StepValues): [name: string, value: unknown][] {
  return Object.values(parameters)
    .flatMap((chosen) => Object.entries(chosen))
    .filter(([, value]) => isGiven(value))
}

function isGiven(value: unknown): boolean {
  return isPresent(value) && !(Array.isArray(value) && value.length === 0)
}

function wordsFor(argument: ParameterArgument, value: unknown): string[] {
  if (!isGiven(value)) return []
  const { flag, off, text, joined = flag?.endsWith('=') } = argument
  if (flag === undefined) return textsOf(value, text)
  if (typeof value === 'boolean' && text === undefined && !joined)
    return value ? [flag] : off === undefined ? [] : [off]
  if (Array.isArray(value) && !argument.each && !flag.startsWith('-') && joined)
    return [flag + hydraText(value)]
  const texts = textsOf(value, text)
  if (joined) return texts.map((one) => flag + one)
  if (Array.isArray(value) && !argument.each) return [flag, ...texts]
  return texts.flatMap((one) => withFlag(flag, one))
}

/** Parsers of arguments take a value that looks like a flag only in the word of a long flag. */
function withFlag(flag: string, text: string): string[] {
  const looksLikeFlag = text.length > 1 && text.startsWith('-') && !isNumber(text)
  return looksLikeFlag && flag.startsWith('--') ? [`${flag}=${text}`] : [flag, text]
}

function textsOf(value: unknown, text: string | string[] | undefined): string[] {
  const typed = [text ?? []].flat()
  return [value].flat().map((one, index) => {
    const own = Array.isArray(text) || !Array.isArray(value) ? typed[index] : undefined
    return own !== undefined && isMeant(one, own) ? own : textOf(one, own)
  })
}

/** True if somebody who types the text means the value, be it as a number, as a bool or as the text itself. */
function isMeant(value: unknown, text: string): boolean {
  return value === text || value === meaningOf(text)
}

/** @param like a text for a value of the same parameter; bools are spelled as in it */
function textOf(value: unknown, like = ''): string {
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  if (typeof value !== 'boolean') return text
  if (/^[A-Z]+$/.test(like)) return text.toUpperCase()
  return /^[A-Z]/.test(like) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

/** Spells a value as an override of Hydra: a text that would be read as something else stands in quotes. */
function hydraText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(hydraText).join(',')}]`
  if (typeof value !== 'string') return textOf(value)
  const isPlain = /^[A-Za-z_/.][\w./:@%+-]*$/.test(value) && meaningOf(value) === value
  return isPlain && !/^(null|nan|inf)$/i.test(value) ? value : `'${withEscapes(value)}'`
}

/** Backslashes count in Hydra's quotes only before a quote. */
function withEscapes(text: string): string {
  return text.replaceAll(
    // A match begins with the first backslash of a row, so that a long row is not searched from each of them.
    /(?<!\\)(\\*)('|$)/g,
    (_, slashes: string, quote: string) => slashes + slashes + (quote && "\\'"),
  )
}

/** More positional arguments than this in a row are one list. */
const MAX_SINGLE = 8
const MAX_NAME = 100
const FLAG = /^(--?)([\p{L}_][^=\s]*)(?:(=)(.*))?$/su
const ASSIGNMENT = /^\+{0,2}([A-Za-z_][\w.@/-]*)=(.*)$/s
const JOINED = /^-([A-Za-z])(.+)$/
const NUMBER = /^-?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** A part of a typed command line; one without a name is its words and no parameter. */
interface Typed extends Pick<ParameterArgument, 'flag' | 'off' | 'each' | 'joined'> {
  name: string | null
  words: string[]
  /** values as typed; none for a flag that stands alone */
  texts: string[]
  value: unknown
}

/**
 * Reads what a person typed after a program. `--epochs 30`, `--epochs=30`, `-x 3`, `-x3`, `a.b=c`, `+a=b` and `++a=b` are
 * parameters of that name; `--x` is true, `--no-x` is x = false; a flag that is followed by several numbers, or
 * repeated at once, is a list; everything else that is no flag is `arg 1`, `arg 2` and so on, more than eight in a row one
 * list. A name that comes again elsewhere gets a number. What cannot be a parameter (an empty text, `~a`, `--`, a text
 * beyond the limits of parameters) stays a word. `wordsOf` with these arguments and values gives the same words again.
 */
export function typedArguments(words: readonly string[]): {
  arguments: ProgramArgument[]
  values: Record<string, unknown>
} {
  const values = new Map<string, unknown>()
  let size = 0
  let positionals = 0
  const list = inLists(partsOf(words)).flatMap((part): ProgramArgument[] => {
    const own = part.name === '' ? `arg ${positionals + 1}` : part.name
    const bytes = JSON.stringify(part.value ?? '').length + (own?.length ?? 0) + 8
    const isLarge = [part.value]
      .flat()
      .some((one) => JSON.stringify(one ?? '').length > limits.parameter_value)
    const isFull = size + bytes > limits.parameters_size / 2 || values.size === limits.parameters
    if (own === null || isLarge || isFull) return part.words
    if (part.name === '') positionals += 1
    const name = freeName(own, values)
    values.set(name, part.value)
    size += bytes
    return [argumentOf(name, part)]
  })
  return { arguments: list, values: Object.fromEntries(values) }
}

/** Splits typed words into their parts; a positional argument has the name ''. */
function partsOf(words: readonly string[]): Typed[] {
  const parts: Typed[] = []
  let hasFlags = true
  for (let at = 0; at < words.length; ) {
    const part = hasFlags ? partAt(words, at) : positional(words[at] ?? '')
    if (part.words[0] === '--') hasFlags = false
    parts.push(part)
    at += part.words.length
  }
  return parts
}

function partAt(words: readonly string[], at: number): Typed {
  const word = words[at] ?? ''
  const [, name = '', value = ''] = ASSIGNMENT.exec(word) ?? []
  if (name !== '') return withText(name, word, value)
  const [, dashes, long = '', equals, text = ''] = FLAG.exec(word) ?? []
  if (dashes === undefined) return positional(word)
  if (equals !== undefined) return withText(long, word, text)
  const [, letter = '', number = ''] = JOINED.exec(word) ?? []
  if (dashes === '-' && isNumber(number)) return { ...withText(letter, word, number), joined: true }
  if (words[at + 1] === '') return literal(word, '')
  const [, positive] = /^--no-(.+)$/s.exec(word) ?? []
  if (positive !== undefined) return bool(positive, word, { flag: `--${positive}`, off: word }, false)
  const texts = followingValues(words, at + 1)
  if (texts.length === 0) return bool(long, word, { flag: word }, true)
  return { ...named(long, [word, ...texts]), flag: word, texts, value: one(texts.map(meaningOf)) }
}

/** The words behind a flag that are values of it: the first, and if it is a number, the numbers after it. */
function followingValues(words: readonly string[], from: number): string[] {
  const first = words[from]
  if (first === undefined || !isValue(first)) return []
  let end = from + 1
  while (isNumber(first) && isNumber(words[end] ?? '')) end += 1
  return words.slice(from, end)
}

function isValue(word: string): boolean {
  if (word.startsWith('-') && word !== '-') return isNumber(word)
  return word !== '' && !word.startsWith('~') && !ASSIGNMENT.test(word)
}

function positional(word: string): Typed {
  if (word === '' || word === '--' || word.startsWith('~')) return literal(word)
  return { name: '', words: [word], texts: [word], value: meaningOf(word) }
}

function literal(...words: string[]): Typed {
  return { name: null, words, texts: [], value: null }
}

function named(name: string, words: string[]): Pick<Typed, 'name' | 'words'> {
  const isName = name.length <= MAX_NAME && !['__proto__', 'constructor', 'prototype'].includes(name)
  return { name: isName ? name : null, words }
}

function withText(name: string, word: string, text: string): Typed {
  if (text === '') return literal(word)
  const flag = word.slice(0, word.length - text.length)
  return { ...named(name, [word]), flag, texts: [text], value: meaningOf(text) }
}

function bool(name: string, word: string, flags: Pick<Typed, 'flag' | 'off'>, value: boolean): Typed {
  return { ...named(name, [word]), ...flags, texts: [], value }
}

/** Joins a flag that is repeated at once, and many positional arguments in a row, to lists. */
function inLists(parts: Typed[]): Typed[] {
  const rows: Typed[][] = []
  for (const part of parts) {
    const last = rows.at(-1)?.[0]
    if (last !== undefined && isRepeated(last, part)) rows.at(-1)?.push(part)
    else rows.push([part])
  }
  return rows.flatMap((row) => {
    const [first] = row
    if (first === undefined || row.length === 1) return row
    if (first.name === '' && row.length <= MAX_SINGLE) return row
    const texts = row.flatMap((part) => part.texts)
    const words = row.flatMap((part) => part.words)
    return [{ ...first, words, texts, value: texts.map(meaningOf), ...(first.name !== '' && { each: true }) }]
  })
}

function isRepeated(first: Typed, next: Typed): boolean {
  const isSame = first.name === next.name && first.flag === next.flag && first.joined === next.joined
  if (first.name === null || !isSame) return false
  return [first, next].every(({ texts, value }) => texts.length === 1 && !Array.isArray(value))
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  if (!taken.has(name)) return name
  let number = 2
  while (taken.has(`${name} ${number}`)) number += 1
  return `${name} ${number}`
}

function argumentOf(name: string, { flag, off, each, joined, texts, value }: Typed): ProgramArgument {
  const isPlain = texts.every((text, index) => {
    const meant: unknown = Array.isArray(value) ? value[index] : value
    return typeof meant !== 'boolean' && textOf(meant) === text
  })
  return {
    name,
    ...(flag !== undefined && { flag }),
    ...(off !== undefined && { off }),
    ...(each && { each }),
    ...(joined && { joined }),
    ...(!isPlain && { text: Array.isArray(value) ? texts : (texts[0] ?? '') }),
  }
}

function one(values: Scalar[]): unknown {
  return values.length === 1 ? values[0] : values
}

/** The value that a typed text means: a number only if it is written as one, true and false in any case, else the text. */
export function meaningOf(text: string): Scalar {
  if (isNumber(text)) return Number(text)
  return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text
}

/** True for the decimal spelling of a number that keeps its value: not 007, 0x10, 1e400 or 9007199254740993. */
function isNumber(text: string): boolean {
  if (!NUMBER.test(text)) return false
  const number = Number(text)
  return (
    Number.isFinite(number) &&
    (Number.isSafeInteger(number) || !Number.isInteger(number) || /[eE]/.test(text))
  )
}
