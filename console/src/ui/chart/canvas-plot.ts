import 'uplot/dist/uPlot.min.css'
import './canvas-plot.css'
import uPlot from 'uplot'
import { formatFigure } from '../../format/number.ts'
import { drawGapMarks, type GapMarks } from './gap-marks.ts'
import { type BrokenLine, brokenAt, type LineGap, loneIn } from './line-gaps.ts'
import { type ChartAxis, extentOf, type Line, type Range } from './line-points.ts'
import type { PlotFrame } from './plot-frame.ts'
import { multiplesBetween, ticksAround } from './scale.ts'
import { formatTick } from './tick-text.ts'
import { leastSpan } from './value-range.ts'

/** A line's path: a CSS colour (a token too), its width in pixels, and its opacity. */
export interface Stroke {
  line: Line
  /** The positions at which the line is broken. */
  gaps: readonly LineGap[]
  color: string
  width: number
  alpha: number
  filled: boolean
}

export interface Drawing {
  strokes: readonly Stroke[]
  /** The lines with values that are not numbers. */
  marks: readonly GapMarks[]
  /** A dashed line at a value, with a small label below its right end. */
  limit: { value: number; name: string } | undefined
  /** Returns the name of a step; '' for none. */
  nameOf?: ((step: number) => string) | undefined
  range: Range
  width: number
  height: number
  /** The least width at the left, for charts that are aligned with others whose values have longer labels. */
  left: number
}

export interface CanvasPlot {
  /** Draws, and returns the width of the left margin. */
  draw: (drawing: Drawing) => number
  canvas: HTMLCanvasElement
  /** Returns the distance of a value from the top of the canvas, in pixels. */
  heightOf: (value: number) => number
  destroy: () => void
}

interface PlotOptions {
  axis: ChartAxis
  logarithmic: boolean
  frame: PlotFrame
  /** The number of lines. A plot cannot change it. */
  count: number
  /** Returns the computed colour of a CSS colour. Called at each drawing, so that a change of theme takes effect. */
  colorOf: (color: string) => string
}

/** Draws axes, grid and lines on a canvas below `container`, without handling the pointer; undefined without canvas. */
export function createPlot(
  container: HTMLElement,
  { axis, logarithmic, frame, count, colorOf }: PlotOptions,
): CanvasPlot | undefined {
  const ruler = document.createElement('canvas').getContext('2d')
  if (ruler === null) return undefined
  let drawn: Drawing = {
    strokes: [],
    marks: [],
    limit: undefined,
    range: [0, 1],
    width: 0,
    height: 0,
    left: 0,
  }
  let broken: BrokenLine[] = []
  let valueTicks: number[] = []
  const { fontFamily } = getComputedStyle(container)
  const fontAt = (scale: number) => `${11 * scale}px ${fontFamily}`
  const font = fontAt(1)
  ruler.font = font
  const widthOf = (name: string) => ruler.measureText(name).width
  const edge = { stroke: () => colorOf('var(--line)'), width: 1 }
  const shared = { stroke: () => colorOf('var(--muted)'), font, gap: GAP }

  function lookOf(at: number) {
    const stroke = () => drawn.strokes[at]
    return {
      facets: [
        { scale: 'x', auto: false },
        { scale: 'y', auto: false },
      ],
      // An isolated value is drawn as a dot, as a line with one point would be invisible.
      points: {
        show: false,
        filter: () => loneOf(broken[at]),
        size: 7,
        width: 0,
        fill: () => colorOf(stroke()?.color ?? 'transparent'),
      },
      gaps: widened,
      stroke: () => colorOf(stroke()?.color ?? 'transparent'),
      fill: () => (stroke()?.filled ? fading(stroke()?.color ?? 'transparent') : null),
    }
  }

  /** The fill below a line: its own colour, fading towards the axis. */
  function fading(color: string): CanvasGradient {
    const { top, height } = plot.bbox
    const gradient = plot.ctx.createLinearGradient(0, top, 0, top + height)
    gradient.addColorStop(0, colorOf(`color-mix(in srgb, ${color} 16%, transparent)`))
    gradient.addColorStop(1, colorOf(`color-mix(in srgb, ${color} 2%, transparent)`))
    return gradient
  }

  function drawLimit() {
    if (!drawn.limit) return
    const { ctx: pen, bbox } = plot
    const scale = uPlot.pxRatio
    const y = Math.round(plot.valToPos(drawn.limit.value, 'y', true))
    pen.save()
    pen.strokeStyle = colorOf('var(--crimson-500)')
    pen.lineWidth = scale
    pen.setLineDash([4 * scale, 3 * scale])
    pen.beginPath()
    pen.moveTo(bbox.left, y)
    pen.lineTo(bbox.left + bbox.width, y)
    pen.stroke()
    pen.fillStyle = colorOf('var(--muted)')
    pen.font = fontAt(scale)
    pen.textAlign = 'right'
    pen.textBaseline = 'top'
    pen.fillText(drawn.limit.name, bbox.left + bbox.width, y + 4 * scale)
    pen.restore()
  }

  /** A single position gets its own label, as a round one beside it would look like another. */
  function placesNamed(from: number, to: number, step: number): number[] {
    const [first, last] = extentOf(drawn.strokes.map(({ line }) => line)) ?? []
    if (first !== undefined && first === last && first - from === to - first) return [first]
    return drawn.nameOf
      ? endsAndBetween(Math.ceil(from), Math.floor(to), step)
      : multiplesBetween(from, to, step)
  }

  const nameAt = (place: number, distance: number) =>
    drawn.nameOf?.(place) ?? formatTick(place, axis, distance)

  /** As wide as the labels of the values, and half the label of the first position if lines begin there. */
  function gutterFor(names: readonly string[]): number {
    const first = axis === 'elapsed' || drawn.nameOf ? nameAt(drawn.range[0], SECOND) : ''
    return Math.max(drawn.left, widthOf(first) / 2, ...names.map((name) => widthOf(name) + GAP))
  }

  /** True if the position has a label, and the chart's edges do not cut it. */
  function hasRoom(plot: uPlot, place: number, name: string): boolean {
    const middle = plot.bbox.left / uPlot.pxRatio + plot.valToPos(place, 'x')
    const half = widthOf(name) / 2
    return name !== '' && middle - half >= 0 && middle + half <= plot.width
  }

  /** No line at the lowest value, which is too close to the axis. */
  const linesAcross: typeof onlyNamed = (...drawing) =>
    onlyNamed(...drawing).map((split) => (split === valueTicks[0] ? null : split))

  const plot = new uPlot(
    {
      // Mode 2: each line has its own x positions.
      mode: 2,
      ms: 1,
      width: 1,
      height: 1,
      cursor: { show: false },
      legend: { show: false },
      hooks: { draw: [drawLimit, (plot) => drawGapMarks(plot, uPlot.pxRatio, drawn.marks, colorOf)] },
      padding: [frame.top, frame.right, 0, 0],
      scales: {
        x: { time: false, auto: false },
        y: { distr: logarithmic ? 3 : 1, auto: false },
      },
      axes: [
        {
          ...shared,
          size: frame.bottom,
          space: 64,
          incrs: axis === 'step' ? WHOLE_STEPS : TIME_STEPS,
          grid: { show: false },
          ticks: { ...edge, size: 4, filter: onlyNamed },
          border: { ...edge, show: true },
          splits: (_, __, from, to, distance) => placesNamed(from, to, distance),
          filter: (plot, splits, _, __, distance) =>
            splits.map((split) => (hasRoom(plot, split, nameAt(split, distance)) ? split : null)),
          values: (_, splits, __, ___, distance) =>
            splits.map((split) => (split === null ? '' : nameAt(split, distance))),
        },
        {
          ...shared,
          scale: 'y',
          size: (_, names) => gutterFor(names ?? []),
          space: logarithmic ? LOGARITHMIC_SPACE : SPACE,
          grid: { stroke: () => colorOf('var(--hair)'), width: 1, filter: linesAcross },
          ticks: { show: false },
          ...(!logarithmic && { splits: () => valueTicks }),
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
      const { strokes, limit, range, width, height, left } = drawing
      const isMoved = left !== drawn.left
      drawn = drawing
      const most = Math.max(2, Math.floor((height - frame.top - frame.bottom) / SPACE))
      const { ticks, ...span } = valuesShown(strokes, limit?.value, logarithmic, most)
      valueTicks = ticks
      plot.batch(() => {
        if (plot.width !== width || plot.height !== height || isMoved) plot.setSize({ width, height })
        for (const [at, { width, alpha }] of strokes.entries())
          Object.assign(plot.series[at + 1] ?? {}, { width, alpha })
        const [min, max] = range[0] === range[1] ? [range[0] - 1, range[1] + 1] : range
        broken = strokes.map(({ line, gaps }) => brokenAt(line, gaps))
        plot.setData(dataOf(broken), false)
        plot.setScale('x', { min, max })
        plot.setScale('y', span)
      })
      return Math.round(plot.bbox.left / uPlot.pxRatio)
    },
    destroy: () => plot.destroy(),
  }
}

const NO_LINE: BrokenLine = { x: new Float64Array(), y: new Float64Array() }

/** The space between a value's label and the lines. */
const GAP = 6
/** The least space between two values' labels. */
const SPACE = 36
/** Less if a few powers of ten are visible, so that 2 and 5 of each get labels too. */
const LOGARITHMIC_SPACE = 24

/** Half the width of a steep line would be visible at the edge of a gap without this. */
function widened(
  _plot: uPlot,
  _line: number,
  _first: number,
  _last: number,
  gaps: [number, number][],
): [number, number][] {
  return gaps.map(([from, to]) => [from - uPlot.pxRatio, to + uPlot.pxRatio])
}

/** null if there are none, as uPlot requires. */
function loneOf(line: BrokenLine | undefined): number[] | null {
  const lone = line ? loneIn(line) : []
  return lone.length === 0 ? null : lone
}

/** Lines and marks are drawn only at labelled positions of an axis. */
function onlyNamed(
  plot: uPlot,
  splits: number[],
  at: number,
  space: number,
  distance: number,
): (number | null)[] {
  return plot.axes[at]?.filter?.(plot, splits, at, space, distance) ?? splits
}

/** Both ends, and positions a step apart that keep their distance from the last. */
function endsAndBetween(first: number, last: number, step: number): number[] {
  if (first > last) return []
  const count = Math.floor((last - first) / step)
  return [...Array.from({ length: count }, (_, at) => first + at * step), last]
}

/** The data of uPlot's mode 2, with positions for each line, which its types do not include. */
function dataOf(lines: readonly BrokenLine[]): uPlot.AlignedData {
  return [null, ...lines.map(({ x, y }) => [x, y])] as unknown as uPlot.AlignedData
}

const powers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => 10 ** (from + at))
const WHOLE_STEPS = powers(0, 15).flatMap((power) => [power, 2 * power, 5 * power])

const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR
const TIME_STEPS = [
  ...[1, 2, 5, 10, 15, 20, 30, 40].map((seconds) => seconds * SECOND),
  ...[1, 2, 3, 4, 5, 10, 15, 20, 30, 40].map((minutes) => minutes * 60 * SECOND),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((days) => days * DAY),
]

/** The range from the last round value below the visible ones to the first above, both labelled. Areas start at 0. */
function valuesShown(
  strokes: readonly Stroke[],
  limit: number | undefined,
  logarithmic: boolean,
  most: number,
): { min: number; max: number; ticks: number[] } {
  let low = strokes.some(({ filled }) => filled) && !logarithmic ? 0 : Number.POSITIVE_INFINITY
  let high = limit ?? Number.NEGATIVE_INFINITY
  for (const { line } of strokes) {
    for (const value of line.y) {
      if (value < low) low = value
      if (value > high) high = value
    }
  }
  if (low > high) return { min: logarithmic ? 0.1 : 0, max: 1, ticks: [] }
  if (logarithmic)
    return { min: roundTo(low / 1.05, Math.floor), max: roundTo(high * 1.05, Math.ceil), ticks: [] }
  const [from, to] = low === 0 && high === 0 ? [0, 1] : leastSpan(low, high)
  const ticks = ticksAround(from, to, most)
  const [bottom = from, top = to] = [ticks[0], ticks.at(-1)]
  // Some extra, so that a line along an end is visible at its full width.
  const rim = (top - bottom) * 0.02
  return { min: bottom === 0 ? 0 : bottom - rim, max: top + rim, ticks }
}

/** Rounds to one significant digit, because the ends of a logarithmic axis have labels. */
function roundTo(value: number, round: (value: number) => number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return Number((round(value / power) * power).toPrecision(1))
}
