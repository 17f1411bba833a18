import { cut } from '@podium/contract/parameters-check.ts'

/** The first mistake in a text of JSON. */
export interface Mistake {
  /** the first is 1, of lines as of columns */
  line: number
  column: number
  /** a sentence */
  why: string
}

export type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing'

/** Where reading came to an end. */
export interface Halt {
  text: string
  at: number
  expected: Expected
  /** the token before */
  before: { at: number; end: number }
  /** the innermost bracket that is open */
  open: { mark: '{' | '['; line: number } | undefined
}

type Reason = readonly [at: number, why: string]

const SHOWN = 30
const WHOLE_TEXT = /"(?:[^"\\\n]|\\.)*"/y
const GOOD_TEXT = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/uy
const WORD = /[^\s{}[\],:"']*/y
const QUOTE = /['`‘’‚‛“”„‟«»]/
const UNSEEN = /[^\S \t\r\n]|[\p{Cc}\p{Cf}]/u
const COMMENT = /^(?:\/[/*]|#(?!\w))/
const UNSEEN_HERE = 'A character that cannot be seen stands here. Delete it.'

/** What is wrong where reading could not go on, and the place to mend it: a comma too many stands before. */
export function mistakeOf(halt: Halt): Mistake {
  const [at, why] = reasonOf(halt)
  const lines = halt.text.slice(0, at).split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1, why }
}

function reasonOf(halt: Halt): Reason {
  const { text, at, before, open } = halt
  const char = text[at]
  if (char === undefined)
    return [
      at,
      open ? `The text ends before the ${open.mark} of line ${open.line} is closed.` : 'Nothing is written.',
    ]
  if (UNSEEN.test(char)) return [at, UNSEEN_HERE]
  if (COMMENT.test(text.slice(at, at + 2))) return [at, 'JSON has no comments. Delete this one.']
  if (QUOTE.test(char)) return [at, `Texts and keys stand in double quotes ("), not in ${char}.`]
  if (char === '"') return brokenText(text, at) ?? [at, misplaced(halt, char)]
  if ('}]'.includes(char)) return wrongEnd(halt, char)
  if ('{[,:'.includes(char)) return [at, misplaced(halt, char)]
  if (before.end !== at) return [at, misplaced(halt, char)]
  if (text[before.at] === '"')
    return [at, `A text ends before ${shownAt(text, at)}. Within a text, a double quote is written \\".`]
  if (/\w/.test(text[at - 1] ?? '')) return [before.at, wordReason(wordAt(text, before.at))]
  return [at, misplaced(halt, char)]
}

/** Why a text that begins there is none; null where it is one. */
function brokenText(text: string, at: number): Reason | null {
  GOOD_TEXT.lastIndex = at
  GOOD_TEXT.exec(text)
  const end = GOOD_TEXT.lastIndex
  const char = text[end]
  if (char === '"') return null
  if (char === undefined || char === '\n' || char === '\r')
    return [at, 'The double quote that ends this text is missing.']
  if (char === '\t') return [end, 'A tab in a text is written \\t.']
  if (char !== '\\') return [end, UNSEEN_HERE]
  const isUnicode = text[end + 1] === 'u'
  return [
    end,
    isUnicode ? '\\u is followed by four of 0 to 9 and a to f.' : 'A backslash in a text is written \\\\.',
  ]
}

function wrongEnd({ text, at, expected, before, open }: Halt, char: string): Reason {
  if (text[before.at] === ',') return [before.at, `The comma before ${char} is one too many.`]
  if (expected === 'value') return [at, `A value is missing before ${char}.`]
  if (expected === 'colon') return [at, `A colon and a value are missing before ${char}.`]
  if (!open) return [at, `This ${char} is one too many.`]
  const closing = open.mark === '{' ? '}' : ']'
  return [at, `A ${closing} is missing before ${char}, for the ${open.mark} of line ${open.line}.`]
}

/** Why what begins with that character may not stand there. */
function misplaced({ text, at, expected, open }: Halt, char: string): string {
  const isWord = !'{[,:"'.includes(char)
  switch (expected) {
    case 'nothing':
      return 'Nothing may follow the end of the JSON.'
    case 'colon':
      return `${char === ',' ? 'A colon and a value are' : 'A colon is'} missing before ${shownAt(text, at)}.`
    case 'comma or end':
      return char === ':' && open?.mark === '['
        ? 'A key with a value stands between { and }, not between [ and ].'
        : `A comma is missing before ${shownAt(text, at)}.`
    case 'key':
    case 'key or end':
      return isWord
        ? `The key ${shownAt(text, at)} needs double quotes.`
        : `A key is missing before ${shownAt(text, at)}.`
    default:
      return isWord ? wordReason(wordAt(text, at)) : `A value is missing before ${shownAt(text, at)}.`
  }
}

/** Why a word is no value. */
function wordReason(word: string): string {
  const shown = cut(word, SHOWN)
  const small = word.toLowerCase()
  if (/^[+-]?(?:nan|inf|infinity)$/.test(small)) return `JSON has no ${shown}. Write null or a number.`
  if (/^(?:none|nil|undefined)$/.test(small)) return `JSON has no ${shown}. Write null.`
  if (/^(?:true|false|null)$/.test(small)) return `Write ${small} in small letters.`
  if (!/^[+.\d-]/.test(word)) return `The text ${shown} needs double quotes.`
  const value = Number(word)
  return Number.isFinite(value) && word.length < 16
    ? `${shown} is no number of JSON: write ${value}, or a text in double quotes.`
    : `${shown} is no number: a text needs double quotes.`
}

/** The text, the word or the mark that begins there, as far as a sentence has room for it. */
function shownAt(text: string, at: number): string {
  const name = { ',': 'the comma', ':': 'the colon' }[text[at] ?? '']
  if (name !== undefined) return name
  WHOLE_TEXT.lastIndex = at
  return cut(WHOLE_TEXT.exec(text)?.[0] ?? (wordAt(text, at) || text.slice(at, at + 1)), SHOWN)
}

function wordAt(text: string, at: number): string {
  WORD.lastIndex = at
  return WORD.exec(text)?.[0] ?? ''
}
