import 'uplot/dist/uPlot.min.css'
import './canvas-plot.css'
import uPlot from 'uplot'
import { formatFigure } from '../../format/number.ts'
import type { ChartAxis, Line, Range } from './line-points.ts'
import type { PlotFrame } from './plot-frame.ts'
import { formatTick } from './tick-text.ts'

/** One path: a CSS colour (a token too), its width in pixels, and how much of the ground shines through. */
export interface Stroke {
  line: Line
  color: string
  width: number
  alpha: number
  filled: boolean
  dashed: boolean
}

export interface Drawing {
  strokes: readonly Stroke[]
  range: Range
  width: number
  height: number
}

export interface CanvasPlot {
  draw: (drawing: Drawing) => void
  canvas: HTMLCanvasElement
  /** How far below the top of the canvas a value lies, in pixels. */
  heightOf: (value: number) => number
  destroy: () => void
}

interface PlotOptions {
  axis: ChartAxis
  logarithmic: boolean
  frame: PlotFrame
  /** How many lines there are: a plot with another number is another plot. */
  count: number
  /** The computed colour of a CSS colour, asked at each drawing, so that a change of theme is seen. */
  colorOf: (color: string) => string
}

/** Axes, grid and lines on a canvas below `container`; undefined where the browser has none. The pointer is not its matter. */
export function createPlot(
  container: HTMLElement,
  { axis, logarithmic, frame, count, colorOf }: PlotOptions,
): CanvasPlot | undefined {
  if (document.createElement('canvas').getContext('2d') === null) return undefined
  let drawn: Drawing = { strokes: [], range: [0, 1], width: 0, height: 0 }
  const font = `11px ${getComputedStyle(container).fontFamily}`
  const edge = { stroke: () => colorOf('var(--line)'), width: 1 }
  const shared = { stroke: () => colorOf('var(--muted)'), font, gap: 6 }

  function lookOf(at: number) {
    const stroke = () => drawn.strokes[at]
    return {
      facets: [
        { scale: 'x', auto: false },
        { scale: 'y', auto: false },
      ],
      points: { show: false },
      stroke: () => colorOf(stroke()?.color ?? 'transparent'),
      fill: () => (stroke()?.filled ? colorOf('var(--info-50)') : null),
    }
  }

  const plot = new uPlot(
    {
      // Each line has places of its own on the axis.
      mode: 2,
      ms: 1,
      width: 1,
      height: 1,
      cursor: { show: false },
      legend: { show: false },
      padding: [frame.top, frame.right, 0, 0],
      scales: {
        x: { time: false, auto: false },
        y: { distr: logarithmic ? 3 : 1, auto: false },
      },
      axes: [
        {
          ...shared,
          size: frame.bottom,
          space: 80,
          incrs: axis === 'step' ? WHOLE_STEPS : TIME_STEPS,
          grid: { show: false },
          ticks: { ...edge, size: 4 },
          border: { ...edge, show: true },
          values: (_, splits, __, ___, distance) => splits.map((split) => formatTick(split, axis, distance)),
        },
        {
          ...shared,
          scale: 'y',
          size: frame.left,
          space: 30,
          grid: { stroke: () => colorOf('var(--hair)'), width: 1 },
          ticks: { show: false },
          values: (_, splits) => splits.map((split) => (split === null ? '' : formatFigure(split))),
        },
      ],
      series: [{}, ...Array.from({ length: count }, (_, at) => lookOf(at))],
    } as uPlot.Options,
    dataOf(Array.from({ length: count }, () => NO_LINE)),
    container,
  )

  return {
    canvas: plot.ctx.canvas,
    heightOf: (value) => plot.valToPos(value, 'y') + frame.top,
    draw(drawing) {
      drawn = drawing
      const { strokes, range, width, height } = drawing
      plot.batch(() => {
        if (plot.width !== width || plot.height !== height) plot.setSize({ width, height })
        for (const [at, { width, alpha, dashed }] of strokes.entries())
          Object.assign(plot.series[at + 1] ?? {}, { width, alpha, dash: dashed ? [4, 3] : undefined })
        const [min, max] = range[0] === range[1] ? [range[0] - 1, range[1] + 1] : range
        plot.setData(dataOf(strokes.map(({ line }) => levelled(line, min, max))), false)
        plot.setScale('x', { min, max })
        plot.setScale('y', valuesShown(strokes, logarithmic))
      })
    },
    destroy: () => plot.destroy(),
  }
}

const NO_LINE: Line = { x: new Float64Array(), y: new Float64Array() }

/** One value alone is drawn as a level: a line of one point would not be seen. */
function levelled(line: Line, from: number, to: number): Line {
  const [value] = line.y
  if (value === undefined || line.x.length > 1) return line
  return { x: Float64Array.of(from, to), y: Float64Array.of(value, value) }
}

/** What uPlot takes in its mode of a place for each point, which its types do not know. */
function dataOf(lines: readonly Line[]): uPlot.AlignedData {
  return [null, ...lines.map(({ x, y }) => [x, y])] as unknown as uPlot.AlignedData
}

const powers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => 10 ** (from + at))
const WHOLE_STEPS = powers(0, 15).flatMap((power) => [power, 2 * power, 5 * power])

const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR
const TIME_STEPS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800].map((seconds) => seconds * SECOND),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((days) => days * DAY),
]

/** From below the lowest value in sight to above the highest; an area stands on 0. */
function valuesShown(strokes: readonly Stroke[], logarithmic: boolean): { min: number; max: number } {
  let low = strokes.some(({ filled }) => filled) && !logarithmic ? 0 : Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const { line } of strokes) {
    for (const value of line.y) {
      if (value < low) low = value
      if (value > high) high = value
    }
  }
  if (low > high) return logarithmic ? { min: 0.1, max: 1 } : { min: 0, max: 1 }
  if (logarithmic) return { min: roundTo(low / 1.05, Math.floor), max: roundTo(high * 1.05, Math.ceil) }
  const [min, max] = uPlot.rangeNum(low, high, 0.05, true)
  return { min: min ?? low, max: max ?? high }
}

/** To one digit that counts: the ends of a logarithmic axis are named. */
function roundTo(value: number, round: (value: number) => number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return Number((round(value / power) * power).toPrecision(1))
}
