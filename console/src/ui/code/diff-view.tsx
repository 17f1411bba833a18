import { ChevronDown, ChevronUp } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { countOf, formatNumber } from '../../format/number.ts'
import layout from '../../theme/layout.module.css'
import texts from '../../theme/text.module.css'
import { IconButton } from '../button/icon-button.tsx'
import { classNames } from '../class-names.ts'
import { countChanges, type DiffLine, diffLines } from './diff-lines.ts'
import styles from './diff-view.module.css'

interface DiffViewProps {
  /** What differs from what: 'Changes from v 1 to v 2'. */
  label: string
  before: string
  after: string
  /** At the left of the head: what is compared. */
  head?: ReactNode
}

/** What differs between two texts, line by line; N and P go from change to change. */
export function DiffView({ label, before, after, head }: DiffViewProps) {
  const lines = useMemo(() => diffLines(before, after), [before, after])
  const parts = useMemo(() => partsOf(lines), [lines])
  const rows = useRef<HTMLElement>(null)
  const [current, setCurrent] = useState<number | null>(null)
  const [opened, setOpened] = useState<readonly number[]>([])
  const { added, removed } = countChanges(lines)
  const changes = parts.filter((part) => part.is === 'lines' && part.change !== null).length

  function go(step: 1 | -1) {
    if (changes === 0) return
    const start = step === 1 ? -1 : changes
    const next = Math.min(Math.max((current ?? start) + step, 0), changes - 1)
    setCurrent(next)
    const place = rows.current
    const row = place?.querySelector<HTMLElement>(`[data-change="${next}"]`)
    if (place && row) place.scrollTop = row.offsetTop - place.clientHeight / 3
  }
  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const step = { n: 1, p: -1 }[event.key.toLowerCase()] as 1 | -1 | undefined
    if (step === undefined) return
    event.preventDefault()
    go(step)
  }

  return (
    <div>
      <div className={styles.head}>
        {head}
        <div className={styles.aside}>
          <span role="status" className={styles.count}>
            {current !== null && changes > 0
              ? `Change ${formatNumber(Math.min(current, changes - 1) + 1)} of ${formatNumber(changes)}`
              : countOf(changes, 'change')}
          </span>
          <span className={styles.figures}>
            <span className={texts.green}>+{formatNumber(added)}</span>{' '}
            <span className={texts.crimson}>−{formatNumber(removed)}</span>
          </span>
          <IconButton
            icon={ChevronUp}
            label="Previous change"
            aria-keyshortcuts="P"
            disabledReason={changes === 0 ? 'Nothing differs.' : undefined}
            onClick={() => go(-1)}
          />
          <IconButton
            icon={ChevronDown}
            label="Next change"
            aria-keyshortcuts="N"
            disabledReason={changes === 0 ? 'Nothing differs.' : undefined}
            onClick={() => go(1)}
          />
        </div>
      </div>
      {changes === 0 ? (
        <p className={styles.equal}>Nothing differs.</p>
      ) : (
        <section
          ref={rows}
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          onKeyDown={press}
          className={classNames(layout.scroll, styles.rows)}
        >
          <div className={styles.inner}>
            {parts.map((part) => {
              const first = part.lines[0]
              const key = `${first?.before}/${first?.after}`
              const at = first?.after ?? 0
              if (part.is === 'fold' && !opened.includes(at))
                return (
                  <button
                    key={key}
                    type="button"
                    className={styles.fold}
                    onClick={() => setOpened([...opened, at])}
                  >
                    {foldWords(at, part.lines.length)}
                  </button>
                )
              const change = part.is === 'lines' ? part.change : null
              return (
                <div
                  key={key}
                  data-change={change ?? undefined}
                  aria-current={(change !== null && change === current) || undefined}
                  className={classNames(change !== null && styles.change)}
                >
                  <DiffRows lines={part.lines} />
                </div>
              )
            })}
          </div>
        </section>
      )}
    </div>
  )
}

function foldWords(first: number, count: number): string {
  return `lines ${formatNumber(first)} to ${formatNumber(first + count - 1)} are the same (${formatNumber(count)})`
}

const SIGNS = { same: ' ', removed: '−', added: '+' } as const

/** Lines of a difference: both numbers, the sign, and the text with what changed in it marked. */
function DiffRows({ lines }: { lines: readonly DiffLine[] }) {
  return lines.map((line) => (
    <div key={`${line.before}/${line.after}`} className={classNames(styles.row, styles[line.kind])}>
      <span className={styles.number} aria-hidden="true">
        {line.before}
      </span>
      <span className={styles.number} aria-hidden="true">
        {line.after}
      </span>
      <span className={styles.sign} aria-hidden="true">
        {SIGNS[line.kind]}
      </span>
      <span className={styles.words}>
        {line.kind !== 'same' && <span className={texts.hidden}>{line.kind}: </span>}
        <Marked line={line} />
      </span>
    </div>
  ))
}

function Marked({ line: { text, mark } }: { line: DiffLine }) {
  if (!mark) return text
  const [from, to] = mark
  return (
    <>
      {text.slice(0, from)}
      {to > from && <mark>{text.slice(from, to)}</mark>}
      {text.slice(to)}
    </>
  )
}

/** What a difference shows, from top to bottom: lines, or equal ones folded away. */
type DiffPart =
  | { is: 'lines'; lines: readonly DiffLine[]; change: number | null }
  | { is: 'fold'; lines: readonly DiffLine[] }

/** Equal lines that stay in sight on each side of a change. */
const CONTEXT = 3
/** A fold takes a line itself: fewer are not worth one. */
const LEAST = 3

/** The difference in parts; changes are counted from 0, and what lies far from any is folded. */
function partsOf(lines: readonly DiffLine[]): DiffPart[] {
  const parts: DiffPart[] = []
  let change = 0
  for (let at = 0; at < lines.length; ) {
    const isSame = lines[at]?.kind === 'same'
    let end = at
    while (end < lines.length && (lines[end]?.kind === 'same') === isSame) end += 1
    const run = lines.slice(at, end)
    if (isSame) parts.push(...folded(run, at === 0, end === lines.length))
    else parts.push({ is: 'lines', lines: run, change: change++ })
    at = end
  }
  return parts
}

function folded(run: readonly DiffLine[], isFirst: boolean, isLast: boolean): DiffPart[] {
  const head = isFirst ? 0 : CONTEXT
  const tail = isLast ? 0 : CONTEXT
  if (run.length - head - tail < LEAST) return [{ is: 'lines', lines: run, change: null }]
  const parts: DiffPart[] = [
    { is: 'lines', lines: run.slice(0, head), change: null },
    { is: 'fold', lines: run.slice(head, run.length - tail) },
    { is: 'lines', lines: run.slice(run.length - tail), change: null },
  ]
  return parts.filter(({ lines }) => lines.length > 0)
}
