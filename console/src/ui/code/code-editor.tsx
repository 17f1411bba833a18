import { type Ref, useId, useRef } from 'react'
import layout from '../../theme/layout.module.css'
import texts from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import styles from './code-editor.module.css'
import { useJsonColours } from './use-json-colours.ts'

interface CodeEditorProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** The sentence of each is shown below its line. */
  problems: readonly CodeProblem[]
  ref?: Ref<HTMLTextAreaElement>
}

const LINE = 20

/**
 * A text area for JSON with line numbers. Its own text is transparent; the same text over it is coloured. The frame
 * scrolls, not the text area, so that numbers and sentences scroll with the text. The lines of a text area cannot be
 * moved apart, so a sentence is shown in the row below, after that row's own text.
 */
export function CodeEditor({ label, value, onChange, problems, ref }: CodeEditorProps) {
  const id = useId()
  const coloured = useRef<HTMLPreElement>(null)
  useJsonColours(coloured, value)
  const lines = value.split('\n')
  const shown = joined(problems, lines.length)
  const columns = lines.reduce((most, line) => Math.max(most, columnsOf(line)), 0)
  return (
    <div className={styles.ring}>
      <div data-code-frame className={classNames(layout.scroll, styles.frame)}>
        <div className={styles.numbers} aria-hidden="true">
          <pre translate="no">{lines.map((_, at) => at + 1).join('\n')}</pre>
          {shown.map(({ line }) => (
            <span key={line} className={styles.wrongNumber} style={{ top: topOf(line) }}>
              {line}
            </span>
          ))}
        </div>
        <div className={styles.text} style={{ minWidth: `calc(${columns}ch + 40px)` }}>
          {shown.map(({ line }) => (
            <span key={line} className={styles.wrongLine} style={{ top: topOf(line) }} />
          ))}
          <textarea
            ref={ref}
            aria-label={label}
            aria-invalid={shown.length > 0 || undefined}
            aria-describedby={shown.length > 0 ? id : undefined}
            rows={lines.length}
            wrap="off"
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            className={styles.input}
          />
          <pre translate="no" ref={coloured} aria-hidden="true" className={styles.coloured}>
            {value}
          </pre>
          <div id={id}>
            {shown.map(({ line, text }) => (
              <p
                key={line}
                className={styles.sentence}
                style={{ top: topOf(line + 1), left: `calc(${indentOf(lines, line)}ch + 16px)` }}
              >
                <span className={texts.hidden}>Line {line}: </span>
                {text}
              </p>
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}

function topOf(line: number): number {
  return (line - 1) * LINE + 8
}

/** Returns the column for a sentence: the indent of its line or, if the row below has text, after that text. */
function indentOf(lines: readonly string[], line: number): number {
  const own = columnsOf(/^\s*/.exec(lines[line - 1] ?? '')?.[0] ?? '')
  const next = (lines[line] ?? '').trimEnd()
  return next === '' ? own : Math.max(own, columnsOf(next) + 2)
}

/** Joins the problems of each line into one sentence. */
function joined(problems: readonly CodeProblem[], last: number): CodeProblem[] {
  const byLine = new Map<number, string>()
  for (const { line, text } of problems) {
    const at = Math.min(Math.max(line, 1), last)
    byLine.set(at, `${byLine.get(at) ?? ''} ${text}`.trimStart())
  }
  return [...byLine].map(([line, text]) => ({ line, text }))
}

/** A problem of the text, with its position. */
export interface CodeProblem {
  /** the line, from 1 */
  line: number
  /** the column, from 1; absent for the whole line */
  column?: number
  /** the path and the sentence: 'pipeline[0].type: …' */
  text: string
}

const TAB = 2
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/gu

/** Returns the number of monospaced columns that a line takes. */
export function columnsOf(line: string): number {
  const wide = line.match(WIDE)?.length ?? 0
  const tabs = line.split('\t').length - 1
  return line.length + wide + tabs * (TAB - 1)
}

/** Moves the cursor to the problem, or to the beginning of its line without a column, and scrolls it into view. */
export function goToProblem(
  area: HTMLTextAreaElement,
  { line, column = 1 }: Pick<CodeProblem, 'line' | 'column'>,
): void {
  const lines = area.value.split('\n')
  const at = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, column - 1)
  area.focus({ preventScroll: true })
  area.setSelectionRange(at, at)
  // Browsers scroll to typed text, but not to a cursor that a script moved.
  const frame = area.closest<HTMLElement>('[data-code-frame]')
  if (!frame) return
  frame.scrollIntoView({ block: 'nearest' })
  frame.scrollTop = (area.clientHeight * (line - 1)) / lines.length - frame.clientHeight / 3
}
