type Value = string | number | null | { [key: string]: Value }

const QUOTED = `'(?:[^']|'')*'|"(?:[^"\\\\]|\\\\.)*"`
const QUOTED_TEXT = new RegExp(QUOTED, 'sy')
const QUOTED_KEY = new RegExp(`\\s*(${QUOTED})\\s*:(?=\\s|$)`, 'sy')
const KEY_OF_LINE = /([^'"\s].*?):(?=\s|$)/y
const KEY_IN_BRACES = /\s*([^'"\s,{}[\]][^,{}[\]]*?):(?=\s)/y
const VALUE_IN_BRACES = /([^'",{}[\]]*)(?:,|(?=\}))/y
const END_OF_BRACES = /\s*\}/y
/** Characters that begin neither a key nor a text. */
const NO_TEXT = /^(?:[[\]{}&*!|>%@`,?]|-(?:\s|$))/
const COMMENT = /(?:^|\s)#/
const NOTHING = ['', '~', 'null', 'Null', 'NULL']
const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))|\n/gs

/**
 * Parses YAML as ALO and MLflow write it: one key per line, with a text, a number, or one level of keys below it or
 * in braces; long texts continue in indented lines. Returns null for other text; other YAML values become null. Each
 * pattern starts where the one before ended, so that time grows linearly with the length.
 */
export function flatYaml(text: string): Record<string, unknown> | null {
  const lines = text.split(/\r?\n/).filter((line) => !/^(?:(?:---|\.\.\.)?\s*$|#)/.test(line))
  return lines.length === 0 ? null : objectOf(lines, true)
}

/** Returns null if a line that is not indented has no key. */
function objectOf(lines: readonly string[], mayNest: boolean): Record<string, Value> | null {
  const entries: [string, Value][] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    const found = keyAt(line, 0, KEY_OF_LINE)
    if (!found) return null
    const below = at + 1
    do at += 1
    while (/^ |^-(?: |$)/.test(lines[at] ?? ''))
    entries.push([found.key, readValue(line.slice(found.end).trim(), lines.slice(below, at), mayNest)])
  }
  return Object.fromEntries(entries)
}

function readValue(begin: string, below: readonly string[], mayNest: boolean): Value {
  if (begin === '' || begin.startsWith('#')) return mayNest ? blockOf(below) : null
  const lines = [begin, ...below.map((line) => line.trim())]
  if (/^['"]/.test(begin)) return quotedIn(lines.join('\n'))
  if (begin.startsWith('{')) return mayNest ? inBraces(lines.join(' ')) : null
  if (/^[|>]/.test(begin)) return lines.slice(1).join(' ')
  return scalarOf(lines.map((line) => line.split(COMMENT, 1)[0] ?? '').join(' '))
}

/** Parses keys that are indented below another. */
function blockOf(below: readonly string[]): Value {
  const lines = below.filter((line) => !line.trimStart().startsWith('#'))
  const indent = lines[0]?.search(/\S/) ?? 0
  return lines.length === 0
    ? null
    : objectOf(
        lines.map((line) => line.slice(indent)),
        false,
      )
}

/** Returns null if the braces contain anything but keys with plain values. */
function inBraces(text: string): Value {
  const entries: [string, Value][] = []
  for (let at = 1; !take(END_OF_BRACES, text, at); at = VALUE_IN_BRACES.lastIndex) {
    const found = keyAt(text, at, KEY_IN_BRACES)
    const value = found && take(VALUE_IN_BRACES, text, found.end)
    if (!value) return null
    entries.push([found.key, scalarOf(value[1] ?? '')])
  }
  return Object.fromEntries(entries)
}

function keyAt(text: string, at: number, plain: RegExp): { key: string; end: number } | null {
  const quoted = take(QUOTED_KEY, text, at)
  if (quoted) return { key: quotedText(quoted[1] ?? ''), end: QUOTED_KEY.lastIndex }
  const key = take(plain, text, at)?.[1]?.trim()
  return key === undefined || NO_TEXT.test(key) ? null : { key, end: plain.lastIndex }
}

/** Returns the key at the beginning of a line without indent, and where its value begins; null if there is none. */
export function keyOfLine(line: string): { key: string; end: number } | null {
  return keyAt(line, 0, KEY_OF_LINE)
}

/** Returns the quoted text at the beginning of a value. */
export function quotedIn(text: string): string {
  return quotedText(take(QUOTED_TEXT, text, 0)?.[0] ?? '')
}

function take(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

export function scalarOf(written: string): string | number | null {
  const text = written.trim()
  if (NOTHING.includes(text) || NO_TEXT.test(text)) return null
  return Number.isFinite(Number(text)) ? Number(text) : text
}

function quotedText(quoted: string): string {
  const text = quoted.slice(1, -1)
  if (quoted.startsWith("'")) return text.replaceAll("''", "'").replaceAll('\n', ' ')
  return text.replaceAll(ESCAPE, (_, x, u, U, other) => {
    const code = Number.parseInt(x ?? u ?? U, 16)
    if (!Number.isNaN(code)) return code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code)
    if (other === '\n') return ''
    return ['\\', '"', '/'].includes(other) ? other : ' '
  })
}
