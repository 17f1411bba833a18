import { levelOf } from '@podium/contract/rules/log-levels.ts'
import { useState } from 'react'
import { formatNumber } from '../../format/number.ts'
import { spelledOut } from '../../format/spelled-out.ts'
import text from '../../theme/text.module.css'
import { TextButton } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { timeOf } from './line-parts.ts'
import styles from './log.module.css'
import type { TracebackPart } from './traceback.ts'

const LONGEST = 4096

interface LogLineProps {
  /** from 1 */
  number: number
  /** undefined while it is being read */
  line: string | undefined
  search: string
  /** true if it is the current hit */
  current: boolean
  marked: boolean
  /** its role in a traceback, if it is in one */
  part: TracebackPart | undefined
  /** true if the time it begins with is shown */
  time: boolean
  onMark: (number: number, extend: boolean) => void
}

/** One row of the log: its number is a link to the line, and its text is never interpreted as HTML. */
export function LogLine({ number, line = '', search, current, marked, part, time, onMark }: LogLineProps) {
  const [whole, setWhole] = useState(false)
  const cut = line.length > LONGEST && !whole
  const level = part ? 'error' : levelOf(line)?.level
  const pieces = parseAnsi(cut ? line.slice(0, LONGEST) : line)
  return (
    <li
      className={classNames(
        styles.line,
        level === 'error' && styles.error,
        level === 'warn' && styles.warn,
        part && styles[part],
        marked && styles.marked,
      )}
    >
      <a
        href={`#L${number}`}
        tabIndex={-1}
        aria-label={`Line ${number}`}
        onClick={(event) => {
          event.preventDefault()
          onMark(number, event.shiftKey)
        }}
      >
        {number}
      </a>
      <span>
        {(time ? pieces : withoutTime(pieces)).map((piece, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no other identity
          <span key={at} className={classNames(piece.tone && TONES[piece.tone], piece.bold && text.strong)}>
            {marksOf(piece.text, search, current)}
          </span>
        ))}
        {cut && (
          <>
            {' '}
            <TextButton tabIndex={-1} onClick={() => setWhole(true)}>
              show all {formatNumber(line.length)} characters
            </TextButton>
          </>
        )}
      </span>
    </li>
  )
}

/** Returns the text with every match of the search marked. */
function marksOf(line: string, search: string, current: boolean) {
  if (search === '') return line
  const literal = search.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return line.split(new RegExp(`(${literal})`, 'iu')).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: hits of a line have no other identity
      <mark key={at} className={classNames(current && styles.current)}>
        {part}
      </mark>
    ),
  )
}

/** Returns the pieces of a line without the time it begins with. */
function withoutTime(pieces: ReturnType<typeof parseAnsi>) {
  let hidden = timeOf(pieces.map((piece) => piece.text).join(''))?.end ?? 0
  return pieces.map((piece) => {
    const cut = Math.min(hidden, piece.text.length)
    hidden -= cut
    return { ...piece, text: piece.text.slice(cut) }
  })
}

/** The terminal colours in the order of their codes, with the class that shows each. */
const TONES = {
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
