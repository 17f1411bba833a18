/** A spreadsheet runs what begins like a formula; an apostrophe before it makes it a text again. */
const FORMULA = /^[=+\-@\t\r]/

/** A line of a CSV file (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(text: string): string {
  const tame = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame
}
