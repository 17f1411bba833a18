import { type Ref, useId } from 'react'
import styles from './code-editor.module.css'
import { type CodeProblem, columnsOf } from './code-lines.ts'

interface CodeEditorProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** The sentence of each stands under its line. */
  problems: readonly CodeProblem[]
  ref?: Ref<HTMLTextAreaElement>
}

const LINE = 20

/**
 * A text area with line numbers. The frame scrolls, not the text area, so that numbers and sentences travel with the
 * text. Lines of a text area cannot be moved apart: a sentence stands in the row below, behind that row's own text.
 */
export function CodeEditor({ label, value, onChange, problems, ref }: CodeEditorProps) {
  const id = useId()
  const lines = value.split('\n')
  const shown = joined(problems, lines.length)
  const columns = lines.reduce((most, line) => Math.max(most, columnsOf(line)), 0)
  return (
    <div className={styles.ring}>
      <div data-code-frame className={styles.frame}>
        <div className={styles.numbers} aria-hidden="true">
          <pre>{lines.map((_, at) => at + 1).join('\n')}</pre>
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
          <div id={id}>
            {shown.map(({ line, text }) => (
              <p
                key={line}
                className={styles.sentence}
                style={{ top: topOf(line + 1), left: `calc(${indentOf(lines, line)}ch + 16px)` }}
              >
                <span className={styles.unseen}>Line {line}: </span>
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

/** Below its line at the same indent, unless text stands there already: then behind that text. */
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
    const before = byLine.get(at)
    byLine.set(at, before === undefined ? text : `${before} ${text}`)
  }
  return [...byLine].map(([line, text]) => ({ line, text }))
}
