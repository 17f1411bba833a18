import { ChevronDown, ChevronUp } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { countOf, formatNumber } from '../../format/number.ts'
import { IconButton } from '../button/icon-button.tsx'
import { classNames } from '../class-names.ts'
import { partsOf } from './diff-folds.ts'
import { countChanges, diffLines } from './diff-lines.ts'
import { DiffRows } from './diff-rows.tsx'
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
            <span className={styles.plus}>+{formatNumber(added)}</span>{' '}
            <span className={styles.minus}>−{formatNumber(removed)}</span>
          </span>
          <IconButton
            icon={ChevronUp}
            label="Previous change"
            aria-keyshortcuts="P"
            reason={changes === 0 ? 'Nothing differs.' : undefined}
            onClick={() => go(-1)}
          />
          <IconButton
            icon={ChevronDown}
            label="Next change"
            aria-keyshortcuts="N"
            reason={changes === 0 ? 'Nothing differs.' : undefined}
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
          className={styles.rows}
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
