import { type Figures, MAX_NAMES } from './figures.ts'
import { createWatched, type FileSource, fileName, folderOf } from './found-files.ts'
import { createGrowingFile, type GrowingFile, type Open } from './growing-file.ts'
import { numberIn } from './numbers-in.ts'
import { createSeriesNames } from './series-names.ts'

const MAX_FILES = 100
const LONGEST_LINE = 32 * 1024
const PLACES = ['step', 'epoch']
const DELIMITERS = [',', ';', '\t'] as const

interface Head {
  delimiter: string
  columns: string[]
  /** index of the column that has the step; -1 if the rows are counted */
  place: number
}

/** Ends the reading of a table that is no log, such as one of many gigabytes of data. */
class NoLog extends Error {}

/**
 * Reads the tables that the CSV loggers of Lightning and Keras append to: a column is a figure, and the column `step`,
 * or else `epoch`, is where its values stand.
 */
export function createCsvLogs(open: Open, figures: Figures): FileSource {
  const names = createSeriesNames()
  const watched = createWatched(MAX_FILES, 'tables of figures', (path) => ({ path, file: tableFile(path) }))

  function tableFile(path: string): GrowingFile {
    let head: Head | null = null
    const folder = fileName(path) === 'metrics.csv' ? folderOf(path) : path
    const nameOf = (column: string) => names.nameOf(folder, column)

    function takeRow({ delimiter, columns, place }: Head, line: string): void {
      const cells = cellsOf(line, delimiter)
      const at = place === -1 ? null : numberOf(cells[place])
      if (cells.length !== columns.length || (place !== -1 && at === null)) return
      for (const [index, column] of columns.slice(0, MAX_NAMES).entries()) {
        const value = PLACES.includes(column) ? null : numberOf(cells[index])
        if (value !== null) figures.add({ source: 'csv', name: nameOf(column), step: at, time: null, value })
      }
    }

    return createGrowingFile({
      open,
      path,
      longest: LONGEST_LINE,
      onLine(line) {
        if (head && line !== null) takeRow(head, line)
        head ??= line === null ? null : headIn(line, fileName(path) === 'metrics.csv')
        if (head === null) throw new NoLog()
      },
      onRestart() {
        for (const column of head?.columns ?? []) figures.restart('csv', nameOf(column))
        head = null
      },
    })
  }

  return {
    async take(files, atEnd) {
      const found = files.filter(({ path }) => isTable(fileName(path)))
      // A last line without an end may be cut within a number, so it never counts.
      for (const [, table] of watched.changed(found, atEnd))
        await table.file.read(false).catch((error: unknown) => {
          if (!(error instanceof NoLog)) throw error
          // The program may replace it by a log later.
          table.file = tableFile(table.path)
        })
    },
    sentences: watched.sentences,
  }
}

function isTable(name: string): boolean {
  return (
    /^[^/]*(?:metrics|history|log|training)[^/]*\.csv$/i.test(name) ||
    /^[^/]*(?:history|training)[^/]*\.log$/i.test(name)
  )
}

/** Returns null if the line is not the head of such a table. Only metrics.csv may begin with another column. */
function headIn(line: string, isMetrics: boolean): Head | null {
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length)
  const delimiter = DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
  const columns = cellsOf(line.replace(/^\uFEFF/, ''), delimiter)
  const places = PLACES.filter((name) => columns.includes(name))
  const isHead = columns.length > 1 && columns.every((column) => numberOf(column) === null)
  if (!isHead || (!isMetrics && !PLACES.includes(columns[0] ?? ''))) return null
  return { delimiter, columns, place: columns.indexOf(places[0] ?? '') }
}

/** Splits a line; a cell in quotes may contain the delimiter, and two quotes for one. */
function cellsOf(line: string, delimiter: string): string[] {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line
  if (!text.includes('"')) return text.split(delimiter)
  const cells: string[] = []
  for (let at = 0; at <= text.length; ) {
    const close = text[at] === '"' ? closingQuote(text, at) : at
    const found = text.indexOf(delimiter, close)
    const end = found === -1 ? text.length : found
    cells.push(close > at ? text.slice(at + 1, close).replaceAll('""', '"') : text.slice(at, end))
    at = end + 1
  }
  return cells
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from + 1)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at === -1 ? text.length : at
}

/** Returns null for a cell that is no number, such as an empty one or 'NA'. */
function numberOf(cell = ''): number | null {
  const text = cell.trim()
  if (text === '') return null
  const number = numberIn(text) ?? Number(text)
  return Number.isNaN(number) && numberIn(text) === null ? null : number
}
