/** Spreadsheets run cells that begin like a formula; an apostrophe before one makes it text. */
const FORMULA = /^[=+\-@\t\r]/

/** The first line of a CSV file. Without the byte order mark, Excel assumes the code page of its machine. */
export function csvHead(names: readonly string[]): string {
  return `\uFEFF${csvLine(names)}`
}

/** A line of a CSV file (RFC 4180). Numbers stay numbers whatever their sign, because they run nothing. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(text: string | number): string {
  if (typeof text === 'number') return String(text)
  const tame = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame
}
