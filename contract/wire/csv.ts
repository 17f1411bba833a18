/** A spreadsheet runs what begins like a formula; an apostrophe before it makes it a text again. */
const FORMULA = /^[=+\-@\t\r]/

/** The first line of a CSV file. Without the byte order mark Excel takes the file for one in the code page of its machine. */
export function csvHead(names: readonly string[]): string {
  return `\uFEFF${csvLine(names)}`
}

/** A line of a CSV file (RFC 4180). A number runs nothing and stays one, whatever its sign. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(text: string | number): string {
  if (typeof text === 'number') return String(text)
  const tame = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame
}
