import { ChevronDown, ChevronUp } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { countOf, formatNumber } from '../../format/number.ts'
import layout from '../../theme/layout.module.css'
import texts from '../../theme/text.module.css'
import { IconButton } from '../button/icon-button.tsx'
import { classNames } from '../class-names.ts'
import { plainKey } from '../pressed-key.ts'
import { countChanges, type DiffLine, diffLines } from './diff-lines.ts'
import styles from './diff-view.module.css'

interface DiffViewProps {
  /** Names the comparison: 'Changes from v 1 to v 2'. */
  label: string
  before: string
  after: string
  /** At the left of the header: what is compared. */
  head?: ReactNode
}

const NOTHING_DIFFERS = 'Nothing differs.'
const STEPS = [
  { icon: ChevronUp, label: 'Previous change', keys: 'P', step: -1 },
  { icon: ChevronDown, label: 'Next change', keys: 'N', step: 1 },
] as const

/** The differences between two texts, line by line. N and P move between changes. */
export function DiffView({ label, before, after, head }: DiffViewProps) {
  const lines = useMemo(() => diffLines(before, after), [before, after])
  const parts = useMemo(() => partsOf(lines), [lines])
  const rows = useRef<HTMLElement>(null)
  const [current, setCurrent] = useState<number | null>(null)
  const [opened, setOpened] = useState<readonly number[]>([])
  const { added, removed } = countChanges(lines)
  const changes = parts.filter(({ change }) => change !== undefined).length

  function go(step: 1 | -1) {
    if (changes === 0) return
    const start = step === 1 ? -1 : changes
    const next = Math.min(Math.max((current ?? start) + step, 0), changes - 1)
    setCurrent(next)
    const container = rows.current
    const row = container?.querySelector<HTMLElement>(`[data-change="${next}"]`)
    if (container && row) container.scrollTop = row.offsetTop - container.clientHeight / 3
  }
  function press(event: KeyboardEvent) {
    const key = plainKey(event)?.toLowerCase()
    if (key !== 'n' && key !== 'p') return
    event.preventDefault()
    go(key === 'n' ? 1 : -1)
  }

  return (
    <div>
      <div className={classNames(layout.wrap, texts.small, styles.head)}>
        {head}
        <div className={classNames(layout.row, layout.end, texts.unbroken)}>
          <span role="status" className={texts.muted}>
            {current !== null && changes > 0
              ? `Change ${formatNumber(Math.min(current, changes - 1) + 1)} of ${formatNumber(changes)}`
              : countOf(changes, 'change')}
          </span>
          <span className={texts.strong}>
            <span className={texts.green}>+{formatNumber(added)}</span>{' '}
            <span className={texts.crimson}>−{formatNumber(removed)}</span>
          </span>
          {STEPS.map(({ icon, label, keys, step }) => (
            <IconButton
              key={label}
              icon={icon}
              label={label}
              aria-keyshortcuts={keys}
              disabledReason={changes === 0 ? NOTHING_DIFFERS : undefined}
              onClick={() => go(step)}
            />
          ))}
        </div>
      </div>
      {changes === 0 ? (
        <p className={classNames(texts.muted, styles.equal)}>{NOTHING_DIFFERS}</p>
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
            {parts.map(({ lines: shown, change, isFolded }) => {
              const [first] = shown
              const at = first?.after ?? 0
              const key = `${first?.before}/${first?.after}`
              if (isFolded && !opened.includes(at))
                return (
                  <button
                    key={key}
                    type="button"
                    className={styles.fold}
                    onClick={() => setOpened([...opened, at])}
                  >
                    {foldWords(at, shown.length)}
                  </button>
                )
              return (
                <div
                  key={key}
                  translate="no"
                  data-change={change}
                  aria-current={(change !== undefined && change === current) || undefined}
                >
                  {shown.map((line) => (
                    <DiffRow key={`${line.before}/${line.after}`} line={line} />
                  ))}
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

/** A line of a comparison: both numbers, the sign, and the text with its changed part marked. */
function DiffRow({ line: { kind, before, after, text, mark } }: { line: DiffLine }) {
  const [from, to] = mark ?? [0, 0]
  return (
    <div className={classNames(styles.row, styles[kind])}>
      <span className={styles.number} aria-hidden="true">
        {before}
      </span>
      <span className={styles.number} aria-hidden="true">
        {after}
      </span>
      <span className={styles.sign} aria-hidden="true">
        {SIGNS[kind]}
      </span>
      <span className={styles.words}>
        {kind !== 'same' && <span className={texts.hidden}>{kind}: </span>}
        {text.slice(0, from)}
        {to > from && <mark>{text.slice(from, to)}</mark>}
        {text.slice(to)}
      </span>
    </div>
  )
}

/** Consecutive lines of a comparison: a change, numbered from 0, or equal lines, which may be folded. */
interface DiffPart {
  lines: readonly DiffLine[]
  change?: number
  isFolded?: boolean
}

/** Equal lines shown on each side of a change. */
const CONTEXT = 3
/** A fold takes a line itself, so fewer lines are not folded. */
const LEAST = 3

/** Splits a comparison into its parts. Lines far from any change are folded. */
function partsOf(lines: readonly DiffLine[]): DiffPart[] {
  const parts: DiffPart[] = []
  let change = 0
  for (let at = 0; at < lines.length; ) {
    const isSame = lines[at]?.kind === 'same'
    const length = lines.slice(at).findIndex(({ kind }) => (kind === 'same') !== isSame)
    const end = length < 0 ? lines.length : at + length
    const run = lines.slice(at, end)
    if (isSame) parts.push(...folded(run, at === 0, end === lines.length))
    else parts.push({ lines: run, change: change++ })
    at = end
  }
  return parts
}

function folded(run: readonly DiffLine[], isFirst: boolean, isLast: boolean): DiffPart[] {
  const from = isFirst ? 0 : CONTEXT
  const to = run.length - (isLast ? 0 : CONTEXT)
  if (to - from < LEAST) return [{ lines: run }]
  const parts = [
    { lines: run.slice(0, from) },
    { lines: run.slice(from, to), isFolded: true },
    { lines: run.slice(to) },
  ]
  return parts.filter(({ lines }) => lines.length > 0)
}
