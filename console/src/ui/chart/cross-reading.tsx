import text from '../../theme/text.module.css'
import type { CanvasPlot } from './canvas-plot.ts'
import styles from './chart.module.css'
import type { DrawnLine } from './drawn-line.ts'
import { GAP_NAMES } from './gap-names.ts'
import { nearestIndex } from './line-points.ts'
import { besidePlace } from './plot-frame.ts'

interface CrossReadingProps {
  cross: number
  lines: readonly DrawnLine[]
  /** Returns a position on the axis in words. */
  positionOf: (x: number) => string
  pixelOf: (value: number) => number
  plot: CanvasPlot | undefined
  width: number
  /** Distances of the plot area from the top and the bottom of the chart. */
  top: number
  bottom: number
  formatValue: (value: number) => string
  /** Whether it is read out. Among linked charts, only the focused one is. */
  isAnnounced: boolean
}

/** The crosshair, and beside it each line's exact value there. */
export function CrossReading(props: CrossReadingProps) {
  const { cross, lines, positionOf, pixelOf, plot, width, top, bottom, formatValue, isAnnounced } = props
  const left = pixelOf(cross)
  const readings = lines.flatMap((line) => readingOf(line, cross, positionOf))
  return (
    <>
      <div className={styles.cross} style={{ left, top, bottom }} />
      {plot &&
        readings.map(
          ({ id, color, x, value }) =>
            typeof value === 'number' && (
              <span
                key={id}
                className={styles.mark}
                style={{ left: pixelOf(x), top: plot.heightOf(value), borderColor: color }}
              />
            ),
        )}
      <div
        role={isAnnounced ? 'status' : undefined}
        className={styles.reading}
        style={besidePlace(left, width)}
      >
        <p className={styles.readingHead}>{positionOf(cross)}</p>
        <dl>
          {readings.map(({ id, name, color, value, elsewhere }) => (
            <div key={id}>
              <dt>
                <span className={styles.key} style={{ background: color }} />
                <span className={text.cut}>{name}</span>
              </dt>
              <dd>
                {typeof value === 'number' ? formatValue(value) : GAP_NAMES[value]}
                {elsewhere !== null && <span className={styles.elsewhere}> at {elsewhere}</span>}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  )
}

/** Returns a line's value there, or the nearest with its position; within a gap, what was there. */
function readingOf(line: DrawnLine, cross: number, positionOf: (x: number) => string) {
  const { id, name, color, exact, gaps, places } = line
  const isBroken = gaps.some(({ isBreak, from, to }) => isBreak && from <= cross && cross <= to)
  const x = isBroken ? cross : places[nearestIndex(places, cross)]
  if (x === undefined) return []
  const at = nearestIndex(exact.x, x)
  const value = exact.x[at] === x ? exact.y[at] : gaps.find(({ from, to }) => from <= x && x <= to)?.kind
  if (value === undefined) return []
  return [{ id, name, color, x, value, elsewhere: x === cross ? null : positionOf(x) }]
}
