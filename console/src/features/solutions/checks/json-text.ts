import { memberPath } from '@podium/contract/rules/metadata-json.ts'
import { cut } from '@podium/contract/solution-metadata/parameters-check.ts'
import { type JSONPath, type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser'

/** The lines of a text of JSON; the first is 1, of lines as of columns. */
interface JsonLines {
  /** the line of every value, by its path: `pipeline[0].command`, '' for the whole; what holds it comes before it */
  lines: ReadonlyMap<string, number>
  /** the first one, and in a sentence why it is one; null where there is none */
  mistake: { line: number; column: number; reason: string } | null
}

interface Bracket {
  mark: '{' | '['
  line: number
}

/** What the parser met last, and where it begins: a mark, the name of a member, or a value, of which brackets end it. */
interface Met {
  is: '{' | '[' | ',' | ':' | 'key' | 'value' | 'nothing'
  at: number
}

/** Where the parser met the first thing that is not JSON. */
interface Halt {
  text: string
  at: number
  /** of the parser's error: 'InvalidUnicode' */
  code: string
  before: Met
  /** the innermost bracket that is open */
  open: Bracket | undefined
}

type Reason = readonly [at: number, reason: string]

/** The parser calls itself for each level; no metadata is nested as deep as this. */
const MOST_LEVELS = 500
const SHOWN = 30
const STRICT = { disallowComments: true, allowTrailingComma: false }
/** A text, a word or a mark. */
const TOKEN = /^(?:"(?:[^"\\\n]|\\.)*"|[^\s{}[\],:"']+|[\s\S])/
const QUOTE = /['`‘’‚‛“”„‟«»]/
const INVISIBLE = /[^\S \t\r\n]|[\p{Cc}\p{Cf}]/u
const DELETE_INVISIBLE = 'There is an invisible character here. Delete it.'

/** What is wrong within a text in double quotes, by the parser's error, and what shows its place. */
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

/** Reads a text of JSON for its lines: browsers name a mistake and its place each in their own way, or not at all. */
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
    if (open.length === MOST_LEVELS) stop([at, 'This is nested too deeply.'])
    lines.set(pathOf(path), line + 1)
    open.push({ mark, line: line + 1 })
    meet(mark, at)
  }
  function end(at: number, length: number) {
    // At the end of the text the parser closes what is open before it names the missing bracket.
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

/** Ends the reading at the first mistake. */
class Stopped extends Error {}

function pathOf(path: JSONPath): string {
  return path.reduce<string>(
    (above, part) => (typeof part === 'number' ? `${above}[${part}]` : memberPath(above, part)),
    '',
  )
}

/** The line of the path, or of the nearest thing around it. */
export function lineOf(lines: ReadonlyMap<string, number>, path: string): number {
  const isAround = (known: string) =>
    known === '' || known === path || path.startsWith(`${known}.`) || path.startsWith(`${known}[`)
  return [...lines].findLast(([known]) => isAround(known))?.[1] ?? 1
}

/** What is wrong where the parser could not go on, and the place to mend it: a comma too many is before that. */
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

/** Why what begins with that character may not follow what is before it. */
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

/** Why a word is not a value. */
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

/** What begins there, as far as a sentence has room for it. */
function shownAt(text: string, at: number): string {
  return { ',': 'the comma', ':': 'the colon' }[text[at] ?? ''] ?? cut(tokenAt(text, at), SHOWN)
}

function tokenAt(text: string, at: number): string {
  return TOKEN.exec(text.slice(at))?.[0] ?? ''
}
