import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { fetchPart } from '../lazy/fetch-part.ts'
import type { CanvasPlot, Stroke } from './canvas-plot.ts'
import { type ChartLink, useGutter } from './chart-link.tsx'
import type { DrawnLine } from './drawn-line.ts'
import { type ChartAxis, type Range, reduceTo } from './line-points.ts'
import { frameOf } from './plot-frame.ts'

/** The columns of all lines of a chart together that a slow machine draws within a frame. */
const MAX_COLUMNS = 3000
const MOVING_COLUMNS = 1000
const MIN_COLUMNS = 40
const RESTS_MS = 150
/** More lines than these are drawn thin, which costs a tenth and is easier to tell apart. */
const MAX_BOLD = 6

interface CanvasOptions {
  lines: readonly DrawnLine[]
  link: ChartLink
  axis: ChartAxis
  nameOf?: (step: number) => string
  logarithmic?: boolean
  height: number
  width: number
  shown: Range
  limit?: { value: number; name: string } | undefined
  filled?: boolean
  onCanvas: (canvas: HTMLCanvasElement | null) => void
}

/** Fetches the drawing code early, so that it is there when the first points are. */
export const fetchPlot = () => fetchPart(() => import('./canvas-plot.ts'))

/**
 * Draws the chart at most once a frame: during a zoom with fewer points if there are many lines, and with all that
 * fit the width once it stops. `missing` says why its code could not be loaded.
 */
export function useCanvas(options: CanvasOptions) {
  const { lines, link, axis, nameOf, logarithmic = false } = options
  const { height, width, shown, limit, filled = false, onCanvas } = options
  const canvas = useRef<HTMLDivElement>(null)
  const frame = frameOf(height)
  const left = useGutter(link)
  const [plot, setPlot] = useState<CanvasPlot>()
  const [missing, setMissing] = useState<string>()
  const [from, to] = shown
  const scheme = useColorScheme()
  const count = lines.reduce((sum, { smoothed }) => sum + (smoothed ? 2 : 1), 0)

  useEffect(() => {
    const element = canvas.current
    let isLeft = false
    let made: CanvasPlot | undefined
    void fetchPlot().then(
      ({ createPlot }) => {
        if (isLeft || !element) return
        const colorOf = colorsAt(element)
        made = createPlot(element, { axis, logarithmic, frame, count, colorOf })
        setPlot(made)
        onCanvas(made?.canvas ?? null)
      },
      (error: Error) => setMissing(error.message),
    )
    return () => {
      isLeft = true
      setPlot(undefined)
      onCanvas(null)
      made?.destroy()
    }
  }, [axis, logarithmic, frame, count, onCanvas])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens mean other colours in another scheme
  useEffect(() => {
    if (!plot || width === 0) return
    function drawWith(most: number) {
      const columns = columnsFor(width - left - frame.right, lines.length, most)
      const marks = lines.filter(({ gaps }) => gaps.length > 0)
      const strokes = strokesOf(lines, [from, to], columns, filled)
      if (plot)
        link.widen(plot.draw({ strokes, marks, limit, nameOf, range: [from, to], width, height, left }))
    }
    const next = requestAnimationFrame(() => drawWith(MOVING_COLUMNS))
    const rest = setTimeout(() => drawWith(MAX_COLUMNS), RESTS_MS)
    return () => {
      cancelAnimationFrame(next)
      clearTimeout(rest)
    }
  }, [plot, link, lines, nameOf, from, to, width, height, left, frame, filled, limit, scheme])

  return { canvas, plot, missing, left, drawn: scheme }
}

/** One column per two pixels of width; fewer if many lines share a frame. */
function columnsFor(width: number, lines: number, most: number): number {
  return Math.max(MIN_COLUMNS, Math.min(Math.round(width / 2), Math.round(most / Math.max(lines, 1))))
}

function strokesOf(lines: readonly DrawnLine[], range: Range, columns: number, filled: boolean): Stroke[] {
  const width = lines.length > MAX_BOLD ? 1 : 1.75
  const raw = lines.map(({ exact, color, smoothed, gaps }) => ({
    line: reduceTo(exact, range, columns),
    gaps,
    color,
    width: smoothed ? 1 : width,
    alpha: smoothed ? 0.3 : 1,
    filled,
  }))
  const smoothed = lines.flatMap(({ smoothed, color, gaps }) =>
    smoothed === null
      ? []
      : [
          {
            line: reduceTo(smoothed, range, columns),
            gaps,
            color,
            width,
            alpha: 1,
            filled: false,
          },
        ],
  )
  return [...raw, ...smoothed]
}

const dark = '(prefers-color-scheme: dark)'

/** The effective colour scheme: the theme or, for System, the machine's preference. Both may change at any time. */
function useColorScheme(): 'dark' | 'light' {
  return useSyncExternalStore((changed) => {
    const query = window.matchMedia(dark)
    const theme = new MutationObserver(changed)
    query.addEventListener('change', changed)
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      query.removeEventListener('change', changed)
      theme.disconnect()
    }
  }, colorScheme)
}

function colorScheme(): 'dark' | 'light' {
  const { theme } = document.documentElement.dataset
  return theme === 'dark' || (theme === 'system' && window.matchMedia(dark).matches) ? 'dark' : 'light'
}

/** Canvas does not know CSS variables, so the element's computed colour is read. */
function colorsAt(element: HTMLElement): (color: string) => string {
  return (color) => {
    element.style.color = color
    return getComputedStyle(element).color
  }
}
