/** How the cells of a table are written. */
export interface Dialect {
  delimiter: string
  quote: '"' | null
  /** the character that escapes a quote within quotes */
  escaping: '"' | '\\'
  /** length of Excel's own first line that names the delimiter */
  skipped: number
}

/** Characters of the beginning that are examined; LINES is the number of lines. */
const LOOKED_AT = 64 * 1024
const LINES = 50
const NAMED_DELIMITER = /^sep=(.)\r?\n/
const QUOTED = /"[^"]*"/g
/** A backslash before a quote that does not end its cell. Before two quotes within a cell a backslash is text. */
const ESCAPED_QUOTE = /\\"(?!"[^,;\t|\r\n])[^,;\t|\r\n]/
/** The comma comes last, because numbers and sentences contain it too. */
const DELIMITERS = ['\t', ';', '|', ',']

/**
 * Finds the dialect of a text. The delimiter is the one that occurs equally often in all of the first lines, outside
 * quotes, or else the one that occurs most often in the first line.
 */
export function dialectOf(text: string): Dialect {
  const named = NAMED_DELIMITER.exec(text)
  const start = text.slice(0, LOOKED_AT)
  const escaping = ESCAPED_QUOTE.test(start) ? '\\' : '"'
  const unescaped = escaping === '"' ? start : start.replaceAll('\\"', '')
  return {
    delimiter: named?.[1] ?? delimiterOf(unescaped.replaceAll(QUOTED, '')),
    quote: '"',
    escaping,
    skipped: named?.[0].length ?? 0,
  }
}

function delimiterOf(unquoted: string): string {
  const lines = unquoted.split(/\r?\n/)
  // drops the incomplete or empty last line
  if (lines.length > 1) lines.pop()
  const counted = lines.filter((line) => line.trim() !== '' && !line.startsWith('#')).slice(0, LINES)
  const countsOf = (delimiter: string) => counted.map((line) => line.split(delimiter).length - 1)
  const regular = DELIMITERS.find((delimiter) => {
    const [first = 0, ...others] = countsOf(delimiter)
    return first > 0 && others.every((count) => count === first)
  })
  if (regular !== undefined) return regular
  const most = DELIMITERS.map((delimiter) => ({ delimiter, count: countsOf(delimiter)[0] ?? 0 }))
  return most.reduce((best, one) => (one.count >= best.count ? one : best)).delimiter
}
