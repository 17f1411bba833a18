import { plainLine, plainText } from './terminal-text.ts'

/** Prints what the command has to say. Much of it others wrote, so nothing in it steers the terminal. */
export function print(text: string): void {
  console.log(plainText(text))
}

/** Prints what went wrong. */
export function printFault(text: string): void {
  console.error(plainText(text))
}

/** Prints rows of cells, one below the other. */
export function printRows(rows: string[][]): void {
  const shown = rows.map((row) => row.map(plainLine))
  const widths = (shown[0] ?? []).map((_, column) =>
    Math.max(...shown.map((row) => (row[column] ?? '').length)),
  )
  for (const row of shown)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

/** Prints what programs read. JSON writes what could steer a terminal as escapes, as far as it is not text of a language. */
export function printJson(value: unknown): void {
  console.log(plainText(JSON.stringify(value, null, 2)))
}

/** A value of a parameter, as a cell shows it. */
export function written(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
