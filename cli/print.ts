import { plainLine, plainText } from './terminal-text.ts'

/** Prints output. Much of it is written by others, so nothing in it can control the terminal. */
export function print(text: string): void {
  console.log(plainText(text))
}

/** Prints a failure. */
export function printFault(text: string): void {
  console.error(plainText(text))
}

/** Prints rows of cells, one below the other. */
export function printRows(rows: string[][]): void {
  for (const line of linesOf(rows)) console.log(line)
}

/** Pads the cells of rows to the widths of their columns. */
export function linesOf(rows: string[][]): string[] {
  const shown = rows.map((row) => row.map(plainLine))
  const widths = (shown[0] ?? []).map((_, column) =>
    Math.max(...shown.map((row) => (row[column] ?? '').length)),
  )
  return shown.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Prints JSON for programs. JSON escapes most characters that could control a terminal; the others are removed. */
export function printJson(value: unknown): void {
  console.log(plainText(JSON.stringify(value, null, 2)))
}

/** Formats a parameter's value for a cell. */
export function written(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
