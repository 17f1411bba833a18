import { ownTurn } from '@podium/engines/own-turn.ts'
import type { Dialect } from './table-dialect.ts'

/** Characters of one row at most. */
const LONGEST_ROW = 1024 * 1024
/** Characters that are read before other calls get a turn, give or take a cell. */
const PIECE = 64 * 1024

interface Limits {
  rows: number
  /** cells that are kept of a row */
  columns: number
  /** characters that are kept of all cells */
  characters: number
}

/** Why reading ended: the text ended, the limits were reached, or the next row cannot be read. */
export type End = 'text' | 'enough' | 'long row' | 'open quote'

export interface TableRows {
  rows: string[][]
  /** number of cells in the first row */
  column_count: number
  end: End
}

interface Row {
  cells: string[]
  count: number
  /** offset of the next row, or why this one does not end */
  next: number | 'long row' | 'open quote'
}

/**
 * Reads the rows of a table without empty lines, some cells of each, and lets other calls have a turn in between. A
 * library would keep each row whole, which may have a million cells (docs/decisions/0188).
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
