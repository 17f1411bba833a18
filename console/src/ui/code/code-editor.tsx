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
  /** The sentence of each is shown under its line. */
  problems: readonly CodeProblem[]
  ref?: Ref<HTMLTextAreaElement>
}

const LINE = 20

/**
 * A text area for JSON, with line numbers. Its own text is clear: the same text over it has the colours. The frame scrolls,
 * not the text area, so that numbers and sentences travel with the text. Lines of a text area cannot be moved apart: a
 * sentence is shown in the row below, behind that row's own text.
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

/** Below its line at the same indent, unless there is text already: then behind that text. */
function indentOf(lines: readonly string[], line: number): number {
  const own = columnsOf(/^\s*/.exec(lines[line - 1] ?? '')?.[0] ?? '')
  const next = (lines[line] ?? '').trimEnd()
  return next === '' ? own : Math.max(own, columnsOf(next) + 2)
}

/** One sentence for each line: what else is wrong in it follows. */
function joined(problems: readonly CodeProblem[], last: number): CodeProblem[] {
  const byLine = new Map<number, string>()
  for (const { line, text } of problems) {
    const at = Math.min(Math.max(line, 1), last)
    byLine.set(at, `${byLine.get(at) ?? ''} ${text}`.trimStart())
  }
  return [...byLine].map(([line, text]) => ({ line, text }))
}

/** What is wrong, and where in the text. */
export interface CodeProblem {
  /** the first line is 1 */
  line: number
  /** the first column is 1; absent: the whole line */
  column?: number
  /** the path and the sentence: 'pipeline[0].type: …' */
  text: string
}

const TAB = 2
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/gu

/** How many columns of a monospaced font a line takes. */
export function columnsOf(line: string): number {
  const wide = line.match(WIDE)?.length ?? 0
  const tabs = line.split('\t').length - 1
  return line.length + wide + tabs * (TAB - 1)
}

/** Puts the cursor where the problem is, at the begin of its line if that is not known closer, and the line into sight. */
export function goToProblem(
  area: HTMLTextAreaElement,
  { line, column = 1 }: Pick<CodeProblem, 'line' | 'column'>,
): void {
  const lines = area.value.split('\n')
  const at = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, column - 1)
  area.focus({ preventScroll: true })
  area.setSelectionRange(at, at)
  // Browsers follow what is typed, but no cursor that was put somewhere.
  const frame = area.closest<HTMLElement>('[data-code-frame]')
  if (!frame) return
  frame.scrollIntoView({ block: 'nearest' })
  frame.scrollTop = (area.clientHeight * (line - 1)) / lines.length - frame.clientHeight / 3
}
