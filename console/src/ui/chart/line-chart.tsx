import { type ReactNode, useMemo, useState } from 'react'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import styles from './chart.module.css'
import { ChartFigure } from './chart-figure.tsx'
import { useChartLink } from './chart-link.tsx'
import type { DrawnLine } from './drawn-line.ts'
import { gapSentences, gapsAlong, placesOf } from './line-gaps.ts'
import { LinePlot, type PlotProps } from './line-plot.tsx'
import { beginOf, type ChartAxis, type ChartSeries, lineAlong, positive, smooth } from './line-points.ts'
import { paletteColor } from './palette.ts'
import { PngButton } from './png-button.tsx'
import { PointTable } from './point-table.tsx'

export interface LineChartProps extends PlotProps {
  /** Shown above the chart with legend and buttons; without it only the lines are shown. */
  title?: string
  series: readonly ChartSeries[]
  /** `step` by default */
  axis?: ChartAxis
  /** The weight of earlier values in exponential smoothing, from 0 (none) to 0.99. The raw line is shown pale. */
  smoothing?: number
  /** Beside the chart's buttons: to pin it, to download its points. */
  actions?: ReactNode
}

/** Lines over steps or time, readable by pointer and keyboard, with the points as a table. */
export function LineChart(props: LineChartProps) {
  const { label, title, series, axis = 'step', logarithmic = false, smoothing = 0, actions } = props
  const link = useChartLink()
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  const lines = useMemo(
    () => series.map((one, index) => drawnLine(one, index, { axis, logarithmic, smoothing })),
    [series, axis, logarithmic, smoothing],
  )
  return (
    <ChartFigure
      title={title}
      legend={(lines.length > 1 || lines[0]?.name !== title) && <Legend lines={lines} />}
      actions={
        title !== undefined && (
          <>
            {actions}
            <PngButton title={title} lines={lines} canvas={canvas} />
          </>
        )
      }
      table={<PointTable {...{ label, series, axis }} nameOf={props.nameOf} />}
      remark={remarkOn(lines, axis, title)}
    >
      {(isFull) => (
        <LinePlot {...props} axis={axis} lines={lines} link={link} isFull={isFull} onCanvas={setCanvas} />
      )}
    </ChartFigure>
  )
}

/** Says which values are not drawn, and where values were not numbers. */
function remarkOn(lines: readonly DrawnLine[], axis: ChartAxis, title?: string): string | undefined {
  const left = leftOut(lines.reduce((sum, { left }) => sum + left, 0))
  const again = lines.some(({ isRepeated }) => isRepeated)
    ? ['Where a step has several values, the last one is drawn.']
    : []
  return [...gapSentences(lines, axis, title), ...again, ...left].join(' ') || undefined
}

function leftOut(values: number): string[] {
  if (values === 0) return []
  return [
    `${values === 1 ? '1 value' : `${values} values`} of 0 or below cannot be shown on a logarithmic scale.`,
  ]
}

interface Look {
  axis: ChartAxis
  logarithmic: boolean
  smoothing: number
}

function drawnLine(series: ChartSeries, index: number, look: Look): DrawnLine {
  const { id, name, color, points, gaps: written = [] } = series
  const begin = beginOf(series, look.axis)
  const whole = lineAlong(points, look.axis, begin)
  const exact = look.logarithmic ? positive(whole) : whole
  const gaps = gapsAlong(written, look.axis, begin, exact)
  return {
    id,
    name,
    color: color ?? paletteColor(index),
    exact,
    smoothed: look.smoothing > 0 ? smooth(exact, look.smoothing) : null,
    gaps,
    places: placesOf(exact, gaps),
    left: whole.x.length - exact.x.length,
    isRepeated: whole.x.length < points.length,
  }
}

function Legend({ lines }: { lines: readonly DrawnLine[] }) {
  return (
    <ul className={styles.legend}>
      {lines.map(({ id, name, color, places }) => (
        <li key={id} title={name}>
          <span
            className={classNames(styles.key, places.length === 1 && styles.dot)}
            style={{ background: color }}
          />
          <span className={text.cut}>{name}</span>
        </li>
      ))}
    </ul>
  )
}
