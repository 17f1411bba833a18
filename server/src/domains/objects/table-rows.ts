import { ownTurn } from '../../own-turn.ts'
import type { Dialect } from './table-dialect.ts'

/** Characters that one row may have. */
const LONGEST_ROW = 1024 * 1024
/** Characters that are read until other calls get their turn, give or take a cell. */
const PIECE = 64 * 1024

interface Limits {
  rows: number
  /** cells of a row that are kept */
  columns: number
  /** characters of all cells that are kept */
  characters: number
}

/** Why the rows end: with the text, with what is asked for, or before a row that cannot be read. */
export type End = 'text' | 'enough' | 'long row' | 'open quote'

export interface TableRows {
  rows: string[][]
  /** that the first row has */
  column_count: number
  end: End
}

interface Row {
  cells: string[]
  count: number
  /** where the next row begins, or why this one has no end */
  next: number | 'long row' | 'open quote'
}

/**
 * Reads the rows of a table without its empty lines, some cells of each, and lets other calls have their turn. A library
 * would keep each row whole, which may have a million cells (docs/decisions/0188).
 */
export async function readRows(text: string, dialect: Dialect, limits: Limits): Promise<TableRows> {
  const read: TableRows = { rows: [], column_count: 0, end: 'text' }
  let characters = 0
  const pause = { after: dialect.skipped + PIECE }
  for (let at = dialect.skipped; at < text.length; ) {
    if (read.rows.length === limits.rows || characters > limits.characters) return { ...read, end: 'enough' }
    const { cells, count, next } = await readRow(text, at, dialect, limits.columns, pause)
    if (typeof next !== 'number') return { ...read, end: next }
    if (count > 1 || cells[0] !== '') {
      if (read.rows.length === 0) read.column_count = count
      read.rows.push(cells)
      characters += cells.reduce((sum, cell) => sum + cell.length, 0)
    }
    at = next
  }
  return read
}

async function readRow(
  text: string,
  from: number,
  { delimiter, quote, escaping }: Dialect,
  columns: number,
  pause: { after: number },
): Promise<Row> {
  const limit = Math.min(text.length, from + LONGEST_ROW)
  const cells: string[] = []
  let count = 0
  for (let at = from; ; at += 1) {
    if (at > pause.after) {
      pause.after = at + PIECE
      await ownTurn()
    }
    let quoted = ''
    if (quote !== null && text[at] === quote) {
      const close = closingQuote(text, at, limit, quote, escaping)
      if (close === limit) return { cells, count, next: limit < text.length ? 'long row' : 'open quote' }
      if (count < columns)
        quoted = text
          .slice(at + 1, close)
          .split(escaping + quote)
          .join(quote)
      at = close + 1
    }
    const end = endOfCell(text, at, limit, delimiter)
    if (count < columns) cells.push(quoted + text.slice(at, end))
    count += 1
    at = end
    if (at === limit && limit < text.length) return { cells, count, next: 'long row' }
    if (text[at] === delimiter) continue
    return { cells, count, next: text.startsWith('\r\n', at) ? at + 2 : at + 1 }
  }
}

function closingQuote(text: string, open: number, limit: number, quote: string, escaping: string): number {
  for (let at = open + 1; at < limit; at += 1) {
    const isEscaped = text[at] === escaping && (text[at + 1] === quote || text[at + 1] === escaping)
    if (isEscaped) at += 1
    else if (text[at] === quote) return at
  }
  return limit
}

function endOfCell(text: string, from: number, limit: number, delimiter: string): number {
  for (let at = from; at < limit; at += 1) {
    const character = text[at]
    if (character === delimiter || character === '\n' || character === '\r') return at
  }
  return limit
}
