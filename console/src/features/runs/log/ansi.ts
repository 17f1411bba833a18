/** A piece of a log line in one style; `tone` names a class, never a colour. */
export interface Piece {
  text: string
  tone: Tone | null
  bold: boolean
}

export type Tone = 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white'

const TONES: readonly Tone[] = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white']
const ESCAPE = '\u001b'
/** Characters that would reorder, hide or erase what stands around them. */
const DECEIVING = /(?!\t)[\p{Cc}\p{Cf}]/gu

/**
 * Splits a line at its colour codes. Every other escape sequence (titles, links, cursor moves) is dropped, and
 * characters that deceive the reader are written out as their code. Linear in the length of the line.
 */
export function parseAnsi(line: string): Piece[] {
  const pieces: Piece[] = []
  let style: Omit<Piece, 'text'> = { tone: null, bold: false }
  let at = 0
  const add = (text: string) => {
    if (text !== '') pieces.push({ text: text.replaceAll(DECEIVING, spellOut), ...style })
  }
  while (at < line.length) {
    const next = line.indexOf(ESCAPE, at)
    if (next < 0) break
    add(line.slice(at, next))
    const sequence = endOfSequence(line, next)
    if (sequence.colours !== null) style = restyle(style, sequence.colours)
    at = sequence.end
  }
  add(line.slice(at))
  return pieces
}

function spellOut(character: string): string {
  return `\u27e8${character.charCodeAt(0).toString(16).padStart(4, '0')}\u27e9`
}

function endOfSequence(line: string, start: number): { end: number; colours: string | null } {
  const kind = line[start + 1]
  if (kind === '[') {
    let end = start + 2
    while (end < line.length && !isFinal(line.charCodeAt(end))) end += 1
    return { end: end + 1, colours: line[end] === 'm' ? line.slice(start + 2, end) : null }
  }
  if (kind === ']') return { end: endOfText(line, start + 2), colours: null }
  return { end: start + 2, colours: null }
}

const isFinal = (code: number) => code >= 0x40 && code <= 0x7e

/** A title or link runs to a bell or to escape and backslash, or swallows the rest of the line. */
function endOfText(line: string, from: number): number {
  for (let at = from; at < line.length; at += 1) {
    if (line[at] === '\u0007') return at + 1
    if (line[at] === ESCAPE && line[at + 1] === '\\') return at + 2
  }
  return line.length
}

function restyle(style: Omit<Piece, 'text'>, codes: string): Omit<Piece, 'text'> {
  let { tone, bold } = style
  for (const code of codes.split(';').map(Number)) {
    if (code === 0) [tone, bold] = [null, false]
    else if (code === 1) bold = true
    else if (code === 22) bold = false
    else if (code === 39) tone = null
    else if (code >= 30 && code <= 37) tone = TONES[code - 30] ?? null
    else if (code >= 90 && code <= 97) tone = TONES[code - 90] ?? null
    else if (code === 38 || code === 48) break
  }
  return { tone, bold }
}
