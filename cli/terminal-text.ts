/** Makes text of others safe for a terminal: it may be coloured, but not control the terminal otherwise. */

const ESCAPE = '\u001b'
const BELL = '\u0007'
const COLOUR = new RegExp(`^${ESCAPE}\\[[0-9;:]*m$`)
/** Cursor moves and colours; titles, links and other strings up to their end; single-letter sequences. */
const SEQUENCE = [
  `${ESCAPE}\\[[0-?]*[ -/]*[@-~]`,
  `${ESCAPE}[\\]PX^_][^${BELL}${ESCAPE}\\n]*(?:${BELL}|${ESCAPE}\\\\)?`,
  `${ESCAPE}[ -/]*[0-~]`,
].join('|')
/** Also characters that reorder or hide the text around them. */
const STEERING = new RegExp(`${SEQUENCE}|(?![\\t\\n])[\\p{Cc}\\p{Cf}]`, 'gu')
const CARRIAGE_RETURN = /\r\n?/g

/** Removes everything that controls a terminal, and keeps line breaks. */
export function plainText(text: string): string {
  return text.replaceAll(CARRIAGE_RETURN, '\n').replaceAll(STEERING, '')
}

/** The same in one line, for a cell or the middle of a sentence. */
export function plainLine(text: string): string {
  return plainText(text)
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim()
}

/** The same, but keeps colours. A line written over itself, such as a progress bar, becomes a line each time. */
export function colouredText(text: string): string {
  return text
    .replaceAll(CARRIAGE_RETURN, '\n')
    .replaceAll(STEERING, (sequence) => (COLOUR.test(sequence) ? sequence : ''))
}
