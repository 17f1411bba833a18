import { useState } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import styles from './log.module.css'

const LONGEST = 4096

interface LogLineProps {
  /** from 1, as people count */
  number: number
  /** undefined while it is being read */
  text: string | undefined
  search: string
  /** whether it is the current hit */
  current: boolean
  marked: boolean
  onMark: (number: number, extend: boolean) => void
}

/** One row of the log: its number is a link to the line, its text is shown as text, whatever it holds. */
export function LogLine({ number, text, search, current, marked, onMark }: LogLineProps) {
  const [whole, setWhole] = useState(false)
  const cut = text !== undefined && text.length > LONGEST && !whole
  return (
    <li className={classNames(styles.line, marked && styles.marked, isError(text) && styles.error)}>
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
        {parseAnsi(cut ? text.slice(0, LONGEST) : (text ?? '')).map((piece, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no other identity
          <Piecewise key={at} piece={piece} search={search} current={current} />
        ))}
        {cut && (
          <button type="button" className={styles.more} tabIndex={-1} onClick={() => setWhole(true)}>
            show all {text.length.toLocaleString('en')} characters
          </button>
        )}
      </span>
    </li>
  )
}

function Piecewise({ piece, search, current }: { piece: Piece; search: string; current: boolean }) {
  const className = classNames(piece.tone && styles[piece.tone], piece.bold && styles.bold)
  return <span className={className || undefined}>{marksOf(piece.text, search, current)}</span>
}

function marksOf(text: string, search: string, current: boolean) {
  if (search === '') return text
  const parts: React.ReactNode[] = []
  const [haystack, needle] = [text.toLowerCase(), search.toLowerCase()]
  let at = 0
  for (let hit = haystack.indexOf(needle); hit >= 0; hit = haystack.indexOf(needle, at)) {
    parts.push(text.slice(at, hit))
    parts.push(
      <mark key={hit} className={current ? styles.current : undefined}>
        {text.slice(hit, hit + needle.length)}
      </mark>,
    )
    at = hit + needle.length
  }
  return [...parts, text.slice(at)]
}

/** The level words of common log formats, as a word of their own. */
export function isError(text: string | undefined): boolean {
  return text !== undefined && /(^|[\s|[])(ERROR|CRITICAL|FATAL)([\s|\]:]|$)/.test(text.slice(0, 200))
}

/** A piece of a log line in one style; `tone` names a class, never a colour. */
export interface Piece {
  text: string
  tone: Tone | null
  bold: boolean
}

export type Tone = 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white'

const TONES: readonly Tone[] = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white']
const ESCAPE = '\u001b'
/** Characters that would reorder, hide or erase the text around them. */
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
