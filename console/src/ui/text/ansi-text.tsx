import { Fragment } from 'react'
import { spelledOut } from '../../format/spelled-out.ts'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import styles from './ansi-text.module.css'

/** A text of any number of lines with the colours that its ANSI codes name. It is never interpreted as HTML. */
export function AnsiText({ written }: { written: string }) {
  return written.split('\n').map((line, number) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other identity
    <Fragment key={number}>
      {number > 0 && '\n'}
      {parseAnsi(line).map((piece, at) =>
        piece.tone || piece.bold ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no other identity
          <span key={at} className={classNames(piece.tone && TONES[piece.tone], piece.bold && text.strong)}>
            {piece.text}
          </span>
        ) : (
          piece.text
        ),
      )}
    </Fragment>
  ))
}

/** The terminal colours in the order of their codes, with the class that shows each. */
export const TONES = {
  black: text.muted,
  red: text.crimson,
  green: text.green,
  yellow: text.warn,
  blue: text.info,
  magenta: styles.magenta,
  cyan: styles.cyan,
  white: text.muted,
}
const TONE_NAMES = Object.keys(TONES) as (keyof typeof TONES)[]

interface Style {
  tone: keyof typeof TONES | null
  bold: boolean
}

/** Matches a colour or cursor move; a title or link, up to its end or the line's; any other sequence. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it looks for
const SEQUENCE = /\u001b(?:\[([^@-~]*)([@-~]?)|\].*?(?:\u0007|\u001b\\|$)|.?)/gs

/**
 * Splits a line at its colour codes. Drops all other escape sequences (titles, links, cursor moves), and writes out
 * deceptive characters as their code. Linear in the length of the line.
 */
export function parseAnsi(line: string) {
  const pieces: (Style & { text: string })[] = []
  let style: Style = { tone: null, bold: false }
  let at = 0
  const add = (written: string) => {
    if (written !== '') pieces.push({ text: spelledOut(written), ...style })
  }
  for (const sequence of line.matchAll(SEQUENCE)) {
    const [whole, codes = '', final] = sequence
    add(line.slice(at, sequence.index))
    if (final === 'm') style = restyle(style, codes)
    at = sequence.index + whole.length
  }
  add(line.slice(at))
  return pieces
}

function restyle({ tone, bold }: Style, codes: string): Style {
  for (const code of codes.split(';').map(Number)) {
    if (code === 0) [tone, bold] = [null, false]
    else if (code === 1) bold = true
    else if (code === 22) bold = false
    else if (code === 39) tone = null
    else if (code >= 30 && code <= 37) tone = TONE_NAMES[code - 30] ?? null
    else if (code >= 90 && code <= 97) tone = TONE_NAMES[code - 90] ?? null
    else if (code === 38 || code === 48) break
  }
  return { tone, bold }
}
