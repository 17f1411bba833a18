import { type ComponentProps, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { formatExact } from '../../format/number.ts'
import text from '../../theme/text.module.css'
import { plainKey } from '../pressed-key.ts'
import styles from './chart.module.css'
import { type ChartLink, useCross, useRange, useWhole } from './chart-link.tsx'
import { CrossReading } from './cross-reading.tsx'
import type { DrawnLine } from './drawn-line.ts'
import { gapSentences } from './line-gaps.ts'
import {
  type ChartAxis,
  extentOf,
  moved,
  nearestIndex,
  overlap,
  type Range,
  roomAround,
  zoomed,
} from './line-points.ts'
import { frameOf } from './plot-frame.ts'
import { formatPosition } from './tick-text.ts'
import { useCanvas } from './use-canvas.ts'
import { useSize } from './use-size.ts'

export interface PlotProps {
  /** The chart's description for screen readers: 'loss and val/loss over steps'. */
  label: string
  logarithmic?: boolean
  /** In pixels, axes included. */
  height?: number
  /** A dashed line at a value, such as a limit, and its label. */
  limit?: { value: number; name: string } | undefined
  /** Whether the area below the line is tinted. */
  filled?: boolean
  /** Formats a value in full, with its unit if it has one. */
  formatValue?: (value: number) => string
  /** Returns a step's name, such as a version; '' for none. The first and the last are labelled. */
  nameOf?: (step: number) => string
  /** Called with each part of the axis that is zoomed to; null is the whole. */
  onZoom?: (range: Range | null) => void
}

interface LinePlotProps extends PlotProps {
  axis: ChartAxis
  lines: readonly DrawnLine[]
  link: ChartLink
  /** Whether it fills its container's height. */
  isFull: boolean
  onCanvas: (canvas: HTMLCanvasElement | null) => void
}

/** The lines, and the pointer and keyboard control over them: read, zoom in, zoom out. */
export function LinePlot(props: LinePlotProps) {
  const { label, lines, axis, link, isFull, formatValue = formatExact, nameOf, onZoom } = props
  const frame = useRef<HTMLDivElement>(null)
  const { width, height: place } = useSize(frame)
  const { height: own = 236 } = props
  const height = isFull ? place || own : own
  const linked = useRange(link)
  const whole = roomAround(useWhole(link, extentOf(lines.map(({ places }) => ({ x: places })))), axis)
  const range = linked && overlap(linked, whole) ? linked : null
  const shown = range ?? whole
  const { canvas, plot, missing, left, drawn } = useCanvas({ ...props, height, width, shown })
  const drag = useRef<number | null>(null)
  const [dragged, setDragged] = useState<Range | null>(null)
  const [isFocused, setFocused] = useState(false)
  const { right, top, bottom } = frameOf(height)
  const inner = Math.max(width - left - right, 1)

  function show(next: Range | null) {
    const isWhole = next !== null && next[0] <= whole[0] && next[1] >= whole[1]
    link.show(isWhole ? null : next)
    onZoom?.(isWhole ? null : next)
  }

  /** Returns the position on the axis below the pointer. */
  function valueAt(event: PointerEvent<HTMLDivElement>): number {
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left
    const share = Math.min(Math.max((offset - left) / inner, 0), 1)
    return shown[0] + share * (shown[1] - shown[0])
  }

  function point(event: PointerEvent<HTMLDivElement>) {
    const value = valueAt(event)
    if (drag.current !== null) setDragged([Math.min(drag.current, value), Math.max(drag.current, value)])
    link.pointAt(nearestPoint(lines, value))
  }

  function release() {
    drag.current = null
    setDragged(null)
  }

  /** A press without a drag also begins a range, which the next press ends, for people who cannot drag. */
  function drop() {
    if (!dragged || (dragged[1] - dragged[0]) / (shown[1] - shown[0]) <= 0.01) return
    release()
    show(dragged)
  }

  function endReading() {
    release()
    link.pointAt(null)
  }

  function press(event: KeyboardEvent) {
    const cross = link.cross() ?? (shown[0] + shown[1]) / 2
    const zoomBy = (times: number) => show(zoomed(shown, whole, cross, times))
    const actions: Record<string, () => void> = {
      '+': () => zoomBy(0.5),
      '=': () => zoomBy(0.5),
      '-': () => zoomBy(2),
      '0': () => show(null),
      ArrowRight: () => step(1),
      ArrowLeft: () => step(-1),
      // The first Escape ends reading; only the next one leaves full screen.
      ...(link.cross() !== null && { Escape: endReading }),
    }
    const act = actions[plainKey(event) ?? '']
    if (!act) return
    event.preventDefault()
    act()
  }

  /** Moves to the next point of any line, and moves the visible range if it is outside. */
  function step(by: 1 | -1) {
    const next = neighbourPoint(lines, link.cross(), by) ?? (by === 1 ? whole[0] : whole[1])
    link.pointAt(next)
    if (next < shown[0]) show(moved([next, next + shown[1] - shown[0]], whole))
    if (next > shown[1]) show(moved([next - (shown[1] - shown[0]), next], whole))
  }

  const positionOf = (x: number) => nameOf?.(x) || formatPosition(x, axis)
  const pixelOf = (value: number) => left + ((value - shown[0]) / (shown[1] - shown[0])) * inner
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element is a chart
    <div
      ref={frame}
      role="group"
      aria-roledescription="chart"
      aria-label={`${[`${label}.`, ...gapSentences(lines, axis)].join(' ')} Arrow keys read it point by point, plus and minus zoom, 0 shows all.`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is read and zoomed by keyboard
      tabIndex={0}
      className={styles.plot}
      style={{ height: isFull ? '100%' : own }}
      onKeyDown={press}
      onPointerDown={(event) => {
        if (event.button !== 0 || event.pointerType === 'touch') return
        event.currentTarget.setPointerCapture?.(event.pointerId)
        drag.current ??= valueAt(event)
      }}
      onPointerMove={point}
      onPointerUp={drop}
      onPointerCancel={release}
      onPointerLeave={endReading}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false)
        endReading()
      }}
      onDoubleClick={() => {
        release()
        show(null)
      }}
    >
      <div ref={canvas} data-drawn={drawn} aria-hidden="true" />
      {dragged && (
        <div
          className={styles.dragged}
          style={{
            left: pixelOf(dragged[0]),
            width: pixelOf(dragged[1]) - pixelOf(dragged[0]),
            top,
            bottom,
          }}
        />
      )}
      <Reading
        {...{ lines, link, shown, positionOf, pixelOf, plot, width, top, bottom, formatValue }}
        isAnnounced={isFocused}
      />
      {range && (
        <button
          type="button"
          className={styles.reset}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => show(null)}
        >
          Show all
        </button>
      )}
      {missing !== undefined && <p className={text.note}>The lines could not be drawn. {missing}</p>}
      {missing === undefined && lines.every(({ exact }) => exact.x.length === 0) && (
        <p className={text.note}>
          {lines.some(({ gaps }) => gaps.length > 0)
            ? 'No value was a number.'
            : 'There are no points to draw yet.'}
        </p>
      )}
    </div>
  )
}

interface ReadingProps extends ComponentProps<typeof CrossReading> {
  link: ChartLink
  shown: Range
}

/** Subscribes to the crosshair itself, so that moving it redraws no line. */
function Reading({ link, shown, ...rest }: Omit<ReadingProps, 'cross'>) {
  const cross = useCross(link)
  if (cross === null || cross < shown[0] || cross > shown[1]) return null
  return <CrossReading cross={cross} {...rest} />
}

function nearestPoint(lines: readonly DrawnLine[], value: number): number | null {
  let nearest: number | null = null
  for (const { places } of lines) {
    const x = places[nearestIndex(places, value)]
    if (x !== undefined && (nearest === null || Math.abs(x - value) < Math.abs(nearest - value))) nearest = x
  }
  return nearest
}

function neighbourPoint(lines: readonly DrawnLine[], cross: number | null, by: 1 | -1): number | null {
  if (cross === null) return null
  let next: number | null = null
  for (const { places } of lines) {
    let at = nearestIndex(places, cross)
    while (at >= 0 && at < places.length && ((places[at] ?? 0) - cross) * by <= 0) at += by
    const x = places[at]
    if (x !== undefined && (next === null || Math.abs(x - cross) < Math.abs(next - cross))) next = x
  }
  return next ?? cross
}
