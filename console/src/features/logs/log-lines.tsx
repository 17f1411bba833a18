import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { countOf, formatNumber } from '../../format/number.ts'
import layout from '../../theme/layout.module.css'
import { classNames } from '../../ui/class-names.ts'
import { plainKey } from '../../ui/pressed-key.ts'
import type { LineRange } from './components/line-range.ts'
import styles from './log.module.css'
import type { LogBlocks } from './log-blocks.ts'
import { LogLine } from './log-line.tsx'
import { LogMarkers } from './log-markers.tsx'
import { paintLines, unpaintLines } from './paint-lines.ts'
import { tracebackAround, tracebackParts } from './traceback.ts'
import type { LogView } from './use-log-view.ts'

const ROW = 20

/** A search result: the line's number, from 0, and the text that the search returned, which may be cut off. */
interface FoundLine {
  line: number
  text: string
}

interface LogLinesProps {
  name: string
  blocks: LogBlocks
  /** the lines to show when a filter is on; null shows all */
  only: readonly FoundLine[] | null
  lines: number
  view: LogView
  /** the lines that hold what is searched for */
  hits: readonly number[]
  search: string
  current: number | null
  marked: LineRange | null
  following: boolean
  /** scrolls to the line when it changes */
  target: { line: number } | null
  /** receives the rows in view, for actions on them */
  inView: RefObject<readonly number[]>
  onMark: (number: number, extend: boolean) => void
  /** called when the reader scrolls away from the end, or back to it */
  onFollow: (following: boolean) => void
  /** goes to the next or the previous hit */
  onHit: (step: 1 | -1) => void
  onShow: (line: number) => void
}

/** Renders the rows in view over a scroll element whose height stays below the browser's limit. */
export function LogLines(props: LogLinesProps) {
  const { blocks, lines, only, following, target, inView, view, onFollow } = props
  const shownAt = (at: number) => only?.[first + at]
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  /** The line at the top. Unlike its row, it stays the same when lines above it turn out to be overwritten. */
  const [top, setTop] = useState(0)
  const shownRows = blocks.rows()
  const height = useHeight(frame)
  const rows = only ? only.length : shownRows.count
  const lineAt = (row: number) => (only ? row : shownRows.lineAt(row))
  const shownFor = (line: number) => (only ? line : shownRows.shownFor(line))
  const textAt = (row: number) => blocks.line(lineAt(row))
  const scale = scrollScale(rows, height)
  const first = Math.min(only ? top : shownRows.rowOf(top), scale.lastTop)
  const shown = Math.ceil(height / ROW) + 1
  const count = Math.max(0, Math.min(shown, rows - first))
  const numbers = Array.from({ length: count }, (_, at) => shownAt(at)?.line ?? lineAt(first + at))

  useEffect(() => {
    blocks.want(numbers)
    inView.current = numbers.slice(0, Math.ceil(height / ROW))
    return () => {
      inView.current = []
    }
  })

  const moveTo = (row: number) => {
    const next = Math.max(0, Math.min(scale.lastTop, row))
    setTop(lineAt(next))
    if (frame.current) frame.current.scrollTop = scale.topOf(next)
  }
  useLayoutEffect(() => {
    if (!following) return
    moveTo(scale.lastTop)
    // Wrapped rows are higher than the scale assumes, so the end of the last one is below it.
    if (view.wrap && frame.current) frame.current.scrollTop = frame.current.scrollHeight
  })
  const isTargetRead = target !== null && blocks.line(shownFor(target.line)) !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new target moves the view, again when it is read
  useLayoutEffect(() => {
    if (target)
      moveTo(
        only
          ? only.findIndex(({ line }) => line === target.line) - 2
          : topAround(textAt, shownRows.rowOf(target.line), height, view.wrap),
      )
  }, [target, isTargetRead])
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows above the first one were drawn over
  useLayoutEffect(() => {
    const at = frame.current
    if (at && scale.rowAt(at.scrollTop) !== first) at.scrollTop = scale.topOf(first)
  }, [lines - shownRows.count])
  useLayoutEffect(() => {
    if (list.current) paintLines(list.current)
  })
  useEffect(() => unpaintLines, [])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const key = plainKey(event)
    if (key === 'n' || key === 'N') return props.onHit(key === 'n' ? 1 : -1)
    const page = view.wrap
      ? Math.max(1, rowsWithin(event.currentTarget, list.current) - 1)
      : Math.floor(height / ROW) - 1
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -rows,
      End: rows,
    }
    const step = steps[key ?? '']
    if (step === undefined) return
    // Lets the browser scroll within the last rows, because wrapped ones are higher than the scale assumes.
    const beyond = event.currentTarget.scrollTop - scale.topOf(scale.lastTop)
    if (view.wrap && first >= scale.lastTop && (step > 0 || beyond > ROW) && Math.abs(step) < rows) return
    event.preventDefault()
    moveTo(first + step)
    onFollow(first + step >= scale.lastTop)
  }
  const current = props.current === null ? null : shownFor(props.current)
  const [markedFrom = Infinity, markedTo = -1] = props.marked?.map((number) => shownFor(number - 1)) ?? []
  const parts = only ? null : tracebackParts(textAt, first, first + count)
  return (
    <div className={styles.frame}>
      <div
        ref={frame}
        role="log"
        translate="no"
        aria-label={props.name}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
        tabIndex={0}
        className={classNames(layout.scroll, styles.lines, view.wrap && styles.wrapped)}
        onKeyDown={onKeyDown}
        onScroll={(event) => {
          const row = scale.rowAt(event.currentTarget.scrollTop)
          if (row === first) return
          setTop(lineAt(row))
          onFollow(isAtEnd(event.currentTarget))
        }}
      >
        <div className={styles.tall} style={{ minHeight: scale.height }}>
          <ol ref={list} className={styles.view} style={{ transform: `translateY(${scale.topOf(first)}px)` }}>
            {numbers.map((number, at) => (
              <LogLine
                key={number}
                number={number + 1}
                // Shows the text of the search result until the whole line is read.
                line={blocks.line(number) ?? shownAt(at)?.text}
                search={props.search}
                current={current === number}
                marked={number >= markedFrom && number <= markedTo}
                part={parts?.get(first + at)}
                time={view.time}
                onMark={props.onMark}
              />
            ))}
          </ol>
        </div>
      </div>
      {count < rows && (
        <p className={classNames(layout.onPaper, layout.inset)}>
          {formatNumber(count)} of {countOf(rows, 'line')} are printed: those that were in view.
        </p>
      )}
      {!only && (
        <LogMarkers
          rows={rows}
          errors={blocks.errors().map(shownRows.rowOf)}
          hits={props.hits.map(shownRows.rowOf)}
          onShow={(row) => props.onShow(lineAt(row))}
        />
      )}
    </div>
  )
}

/** Rows of context before a traceback. More of them would push it out of a small window. */
const ROWS_BEFORE = 3

/** Returns the top row that shows a row with the whole traceback around it, or as much of it as fits. */
function topAround(
  textAt: (row: number) => string | undefined,
  row: number,
  height: number,
  wrap: boolean,
): number {
  const room = Math.floor(height / ROW)
  const [from, to] = tracebackAround(textAt, row)
  if (from === to) return row - (wrap ? 2 : Math.floor(room / 2))
  const length = to - from + 1
  if (length <= room) return from - Math.min(ROWS_BEFORE, Math.floor((room - length) / 2))
  return row - from < room - 2 ? from - 1 : row - Math.floor(room / 2)
}

/** Compares pixels, because the top row does not show it: wrapped rows are higher, and the first may be cut off. */
function isAtEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < ROW
}

/** Returns how many rows are fully in view. */
function rowsWithin(frame: HTMLElement, list: HTMLElement | null): number {
  const { bottom } = frame.getBoundingClientRect()
  return [...(list?.children ?? [])].filter((row) => row.getBoundingClientRect().bottom <= bottom).length
}

function useHeight(frame: RefObject<HTMLDivElement | null>): number {
  const [height, setHeight] = useState(376)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setHeight(element.clientHeight || 376)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return height
}

/** The height limit, because browsers stop at about ten million pixels. Above it, one pixel stands for several rows. */
export const TALLEST = 8_000_000

/** Maps rows to scroll positions: exactly while they fit, else scaled. */
export function scrollScale(rows: number, viewHeight: number) {
  const wholeHeight = rows * ROW
  const range = Math.max(1, Math.min(wholeHeight, TALLEST) - viewHeight)
  const lastTop = Math.max(0, rows - Math.floor(viewHeight / ROW))
  const scaled = wholeHeight > TALLEST
  return {
    /** The height of the scrolled element, in pixels. */
    height: Math.min(wholeHeight, TALLEST),
    /** The last row that may be at the top. */
    lastTop,
    /** The first row in view at a scroll position. */
    rowAt(scrollTop: number): number {
      if (scrollTop >= range - 0.5) return lastTop
      const row = scaled ? (scrollTop / range) * lastTop : scrollTop / ROW
      return Math.min(lastTop, Math.max(0, Math.round(row)))
    },
    /** The scroll position that puts a row at the top. */
    topOf: (row: number) => (scaled ? (row / Math.max(1, lastTop)) * range : row * ROW),
  }
}
