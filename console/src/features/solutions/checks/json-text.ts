import { memberPath } from '@podium/contract/rules/metadata-json.ts'
import { cut } from '@podium/contract/solution-metadata/parameters-check.ts'
import { type JSONPath, type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser'

/** The lines of a JSON text. Lines and columns count from 1. */
interface JsonLines {
  /** the line of every value by its path: `pipeline[0].command`, '' for the whole; parents come first */
  lines: ReadonlyMap<string, number>
  /** the first mistake, with the reason as a sentence; null if there is none */
  mistake: { line: number; column: number; reason: string } | null
}

interface Bracket {
  mark: '{' | '['
  line: number
}

/** The last token the parser met, and its position: a mark, a member's name, or a value, which its brackets end. */
interface Met {
  is: '{' | '[' | ',' | ':' | 'key' | 'value' | 'nothing'
  at: number
}

/** The position at which the parser met the first thing that is not JSON. */
interface Halt {
  text: string
  at: number
  /** the parser's error code, such as 'InvalidUnicode' */
  code: string
  before: Met
  /** the innermost open bracket */
  open: Bracket | undefined
}

type Reason = readonly [at: number, reason: string]

/** The parser recurses for each level. No metadata is nested as deep as this. */
const MAX_LEVELS = 500
const SHOWN = 30
const STRICT = { disallowComments: true, allowTrailingComma: false }
/** A string, a word or a mark. */
const TOKEN = /^(?:"(?:[^"\\\n]|\\.)*"|[^\s{}[\],:"']+|[\s\S])/
const QUOTE = /['`‘’‚‛“”„‟«»]/
const INVISIBLE = /[^\S \t\r\n]|[\p{Cc}\p{Cf}]/u
const DELETE_INVISIBLE = 'There is an invisible character here. Delete it.'

/**
 * Reasons for mistakes within a string in double quotes, by the parser's error, each with a pattern that locates it.
 */
const BROKEN_TEXTS: Readonly<Record<string, { at: RegExp; reason: string }>> = {
  UnexpectedEndOfString: { at: /"/, reason: 'The double quote that ends this text is missing.' },
  InvalidEscapeCharacter: {
    at: /(?<=(?<!\\)(?:\\\\)*)\\(?!["\\/bfnrtu])/,
    reason: 'A backslash in a text is written \\\\.',
  },
  InvalidUnicode: {
    at: /(?<=(?<!\\)(?:\\\\)*)\\u(?![0-9a-f]{4})/i,
    reason: '\\u needs four hexadecimal digits (0 to 9, a to f).',
  },
  InvalidCharacter: { at: /(?![\u007f-\u009f])\p{Cc}/u, reason: DELETE_INVISIBLE },
}

/** Reads the lines of a JSON text and its first mistake, which browsers report differently or without a position. */
export function readJsonLines(text: string): JsonLines {
  const lines = new Map<string, number>()
  const open: Bracket[] = []
  let before: Met = { is: 'nothing', at: 0 }
  let mistake: JsonLines['mistake'] = null

  function stop([at, reason]: Reason): never {
    const above = text.slice(0, at).split('\n')
    mistake = { line: above.length, column: (above.at(-1) ?? '').length + 1, reason }
    throw new Stopped()
  }
  function meet(is: Met['is'], at: number) {
    before = { is, at }
  }
  function begin(mark: Bracket['mark'], at: number, line: number, path: JSONPath) {
    if (open.length === MAX_LEVELS) stop([at, 'This is nested too deeply.'])
    lines.set(pathOf(path), line + 1)
    open.push({ mark, line: line + 1 })
    meet(mark, at)
  }
  function end(at: number, length: number) {
    // At the end of the text the parser closes open brackets before it reports the missing one.
    if (length === 0) return
    open.pop()
    meet('value', at)
  }

  const visitor: JSONVisitor = {
    onObjectBegin: (at, _, line, __, path) => begin('{', at, line, path()),
    onArrayBegin: (at, _, line, __, path) => begin('[', at, line, path()),
    onObjectEnd: end,
    onArrayEnd: end,
    onObjectProperty: (_, at) => meet('key', at),
    onSeparator: (mark, at) => meet(mark === ',' ? ',' : ':', at),
    onLiteralValue(_, at, __, line, ___, path) {
      lines.set(pathOf(path()), line + 1)
      meet('value', at)
    },
    onError: (code, at) =>
      stop(reasonOf({ text, at, code: printParseErrorCode(code), before, open: open.at(-1) })),
  }
  try {
    visit(text, visitor, STRICT)
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
  }
  return { lines, mistake }
}

/** Stops the parser at the first mistake. */
class Stopped extends Error {}

function pathOf(path: JSONPath): string {
  return path.reduce<string>(
    (above, part) => (typeof part === 'number' ? `${above}[${part}]` : memberPath(above, part)),
    '',
  )
}

/** Returns the line of the path, or of its closest known parent. */
export function lineOf(lines: ReadonlyMap<string, number>, path: string): number {
  const isAround = (known: string) =>
    known === '' || known === path || path.startsWith(`${known}.`) || path.startsWith(`${known}[`)
  return [...lines].findLast(([known]) => isAround(known))?.[1] ?? 1
}

/** Returns why the parser could not go on, and where to correct it: an extra comma is before that position. */
function reasonOf(halt: Halt): Reason {
  const { text, at, code, before, open } = halt
  const char = text[at]
  if (char === undefined)
    return [
      at,
      open ? `The text ends before the ${open.mark} of line ${open.line} is closed.` : 'Nothing is written.',
    ]
  const broken = BROKEN_TEXTS[code]
  if (broken) {
    const offset = at + Math.max(0, text.slice(at).search(broken.at))
    return [offset, text[offset] === '\t' ? 'A tab in a text is written \\t.' : broken.reason]
  }
  if (char === '"') return [at, misplaced(halt, char)]
  if (code === 'InvalidCommentToken' || /^#(?!\w)/.test(text.slice(at, at + 2)))
    return [at, 'JSON has no comments. Delete this one.']
  if (INVISIBLE.test(char)) return [at, DELETE_INVISIBLE]
  if (QUOTE.test(char)) return [at, `Texts and keys are written in double quotes ("), not in ${char}.`]
  if ('}]'.includes(char)) return wrongEnd(halt, char)
  const last = text[at - 1] ?? ''
  if ('{[,:'.includes(char) || !/["\w]/.test(last)) return [at, misplaced(halt, char)]
  if (last === '"')
    return [at, `A text ends before ${shownAt(text, at)}. Within a text, a double quote is written \\".`]
  return [before.at, wordReason(tokenAt(text, before.at))]
}

function wrongEnd({ at, before, open }: Halt, char: string): Reason {
  if (before.is === ',') return [before.at, `Delete the comma before ${char}.`]
  if (before.is === ':') return [at, `A value is missing before ${char}.`]
  if (before.is === 'key') return [at, `A colon and a value are missing before ${char}.`]
  if (!open) return [at, `This ${char} is one too many.`]
  const closing = open.mark === '{' ? '}' : ']'
  return [at, `A ${closing} is missing before ${char}, for the ${open.mark} of line ${open.line}.`]
}

/** Returns why a token that begins with that character may not follow the one before it. */
function misplaced({ text, at, before, open }: Halt, char: string): string {
  const isWord = !'{[,:"'.includes(char)
  const isMember = open?.mark === '{'
  if (before.is === 'key')
    return `${char === ',' ? 'A colon and a value are' : 'A colon is'} missing before ${shownAt(text, at)}.`
  if (before.is === 'value') {
    if (!open) return 'Nothing may follow the end of the JSON.'
    return char === ':' && !isMember
      ? 'A key with a value is written between { and }, not between [ and ].'
      : `A comma is missing before ${shownAt(text, at)}.`
  }
  const isKey = isMember && before.is !== ':'
  if (!isWord) return `A ${isKey ? 'key' : 'value'} is missing before ${shownAt(text, at)}.`
  return isKey ? `The key ${shownAt(text, at)} needs double quotes.` : wordReason(tokenAt(text, at))
}

function wordReason(word: string): string {
  const shown = cut(word, SHOWN)
  const small = word.toLowerCase()
  if (/^[+-]?(?:nan|inf|infinity)$/.test(small)) return `JSON has no ${shown}. Write null or a number.`
  if (/^(?:none|nil|undefined)$/.test(small)) return `JSON has no ${shown}. Write null.`
  if (/^(?:true|false|null)$/.test(small)) return `Write ${small} in lower case.`
  if (!/^[+.\d-]/.test(word)) return `The text ${shown} needs double quotes.`
  const value = Number(word)
  return Number.isFinite(value) && word.length < 16
    ? `${shown} is not a JSON number: write ${value}, or a text in double quotes.`
    : `${shown} is not a number: a text needs double quotes.`
}

/** Names the token at a position, cut to the length that fits a sentence. */
function shownAt(text: string, at: number): string {
  return { ',': 'the comma', ':': 'the colon' }[text[at] ?? ''] ?? cut(tokenAt(text, at), SHOWN)
}

function tokenAt(text: string, at: number): string {
  return TOKEN.exec(text.slice(at))?.[0] ?? ''
}
