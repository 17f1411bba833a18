import { useState } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { type Piece, parseAnsi } from './ansi.ts'
import styles from './log.module.css'

const LONGEST = 4096

interface LogLineProps {
  /** from 1, as people count */
  number: number
  /** undefined while it is being read */
  text: string | undefined
  search: string
  /** the hit the search stands on */
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
