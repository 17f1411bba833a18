/** What others wrote, shown on a terminal: it may be coloured, and steers the terminal in no other way. */

const ESCAPE = '\u001b'
const BELL = '\u0007'
const COLOUR = new RegExp(`^${ESCAPE}\\[[0-9;:]*m$`)
/** Cursor moves and colours; titles, links and other strings up to their end; all that is one letter long. */
const SEQUENCE = [
  `${ESCAPE}\\[[0-?]*[ -/]*[@-~]`,
  `${ESCAPE}[\\]PX^_][^${BELL}${ESCAPE}\\n]*(?:${BELL}|${ESCAPE}\\\\)?`,
  `${ESCAPE}[ -/]*[0-~]`,
].join('|')
/** With what reorders or hides the text around it. */
const STEERING = new RegExp(`${SEQUENCE}|(?![\\t\\n])[\\p{Cc}\\p{Cf}]`, 'gu')
const CARRIAGE_RETURN = /\r\n?/g

/** The text without anything that steers a terminal; its lines stay. */
export function plainText(text: string): string {
  return text.replaceAll(CARRIAGE_RETURN, '\n').replaceAll(STEERING, '')
}

/** The same in one line, for a cell or the middle of a sentence. */
export function plainLine(text: string): string {
  return plainText(text)
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim()
}

/** The same with its colours. A line that is written over itself, as progress bars are, becomes a line each time. */
export function colouredText(text: string): string {
  return text
    .replaceAll(CARRIAGE_RETURN, '\n')
    .replaceAll(STEERING, (sequence) => (COLOUR.test(sequence) ? sequence : ''))
}
