import { levelOf } from '@podium/contract/rules/log-levels.ts'
import { useState } from 'react'
import { formatNumber } from '../../format/number.ts'
import text from '../../theme/text.module.css'
import { TextButton } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { parseAnsi, TONES } from '../../ui/text/ansi-text.tsx'
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
