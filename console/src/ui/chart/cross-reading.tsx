import text from '../../theme/text.module.css'
import styles from './chart.module.css'
import type { DrawnLine } from './drawn-line.ts'
import { type ChartAxis, nearestPlace } from './line-points.ts'
import { PLOT } from './plot-frame.ts'
import { formatPlace } from './tick-text.ts'

interface CrossReadingProps {
  cross: number
  lines: readonly DrawnLine[]
  axis: ChartAxis
  pixelOf: (place: number) => number
  width: number
  formatValue: (value: number) => string
}

/** The crosshair, and beside it the exact value of each line there. */
export function CrossReading({ cross, lines, axis, pixelOf, width, formatValue }: CrossReadingProps) {
  const left = pixelOf(cross)
  const isRight = left > width / 2
  const readings = lines.flatMap((line) => readingOf(line, cross, axis, formatValue))
  return (
    <>
      <div className={styles.cross} style={{ left, top: PLOT.top, bottom: PLOT.bottom }} />
      <div
        role="status"
        className={styles.reading}
        style={isRight ? { right: width - left + 12 } : { left: left + 12 }}
      >
        <p className={styles.readingHead}>{formatPlace(cross, axis)}</p>
        <dl>
          {readings.map(({ id, name, color, value, elsewhere }) => (
            <div key={id}>
              <dt>
                <span className={styles.key} style={{ background: color }} />
                <span className={text.cut}>{name}</span>
              </dt>
              <dd>
                {value}
                {elsewhere !== null && <span className={styles.elsewhere}> at {elsewhere}</span>}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  )
}

/** A line without a point just there tells its nearest, and where that is. */
function readingOf(
  { id, name, color, exact }: DrawnLine,
  cross: number,
  axis: ChartAxis,
  formatValue: (value: number) => string,
) {
  const at = nearestPlace(exact.x, cross)
  const [x, y] = [exact.x[at], exact.y[at]]
  if (x === undefined || y === undefined) return []
  return [{ id, name, color, value: formatValue(y), elsewhere: x === cross ? null : formatPlace(x, axis) }]
}
