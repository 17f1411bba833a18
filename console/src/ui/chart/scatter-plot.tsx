import { type KeyboardEvent, useRef, useState } from 'react'
import { formatFigure } from '../../format/number.ts'
import text from '../../theme/text.module.css'
import { plainKey } from '../pressed-key.ts'
import styles from './chart.module.css'
import { besidePlace, frameOf } from './plot-frame.ts'
import { placesOf, scaleOver } from './scale.ts'
import { useSize } from './use-size.ts'

export interface ScatterPoint {
  id: string
  name: string
  /** A CSS colour or a token. */
  color: string
  /** A text gets a position of its own on the axis. */
  x: number | string
  y: number
  /** Whether a ring is drawn around it. */
  isBest: boolean
}

export interface ScatterPlotProps {
  /** The chart's description for screen readers: 'learning rate against accuracy of 8 runs'. */
  label: string
  points: readonly ScatterPoint[]
  xLabel: string
  yLabel: string
  /** Called for a press on a point, or Enter on it. */
  onPick: (id: string) => void
  /** Whether it fills its container's height. */
  isFull: boolean
}

const HEIGHT = 296
const FRAME = { ...frameOf(HEIGHT), bottom: 46 }

/** The points between their axes. Tab reaches the one read last, arrow keys the others. Each is named by its values. */
export function ScatterPlot({ label, points, xLabel, yLabel, onPick, isFull }: ScatterPlotProps) {
  const frame = useRef<HTMLDivElement>(null)
  const circles = useRef(new Map<string, SVGCircleElement>())
  const size = useSize(frame)
  const width = size.width || 600
  const height = isFull ? size.height || HEIGHT : HEIGHT
  const [read, setRead] = useState<string>()
  const [last, setLast] = useState<string>()
  const [right, bottom] = [width - FRAME.right, height - FRAME.bottom]
  const up = scaleOver(
    points.map(({ y }) => y),
    [bottom, FRAME.top],
  )
  const left = Math.max(0, ...up.ticks.map((tick) => formatFigure(tick).length)) * LETTER + GAP
  const across = axisOf(points, [left, right])
  const drawn = points
    .map((point) => ({ ...point, cx: across.at(point.x), cy: up.at(point.y) }))
    .toSorted((one, other) => one.cx - other.cx || other.cy - one.cy)
  const told = drawn.find(({ id }) => id === read)
  const reached = drawn.find(({ id }) => id === last) ?? drawn[0]

  function press(event: KeyboardEvent, at: number) {
    const actions: Record<string, () => void> = {
      ArrowRight: () => circles.current.get(drawn[at + 1]?.id ?? '')?.focus(),
      ArrowLeft: () => circles.current.get(drawn[at - 1]?.id ?? '')?.focus(),
      Enter: () => onPick(drawn[at]?.id ?? ''),
      ' ': () => onPick(drawn[at]?.id ?? ''),
    }
    const act = actions[plainKey(event) ?? '']
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <div ref={frame} className={styles.scatter} style={{ height: isFull ? '100%' : HEIGHT }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing is no set of fields */}
      <svg
        role="group"
        aria-label={`${label}. Arrow keys go from point to point.`}
        width={width}
        height={height}
      >
        {up.ticks.map((tick) => (
          <g key={tick}>
            <line className={styles.grid} x1={left} x2={right} y1={up.at(tick)} y2={up.at(tick)} />
            <text x={left - GAP} y={up.at(tick) + 4} textAnchor="end">
              {formatFigure(tick)}
            </text>
          </g>
        ))}
        <line className={styles.edge} x1={left} x2={right} y1={bottom} y2={bottom} />
        {across.ticks.map(({ x, name }) => (
          <g key={x}>
            <line className={styles.edge} x1={x} x2={x} y1={bottom} y2={bottom + 4} />
            <text x={x} y={bottom + 17} textAnchor="middle">
              {name}
            </text>
          </g>
        ))}
        <text className={styles.axisName} x={right} y={height - 8} textAnchor="end">
          {across.isLogarithmic ? `${xLabel}, logarithmic` : xLabel}
        </text>
        {drawn.map(({ id, name, color, x, y, isBest, cx, cy }, at) => (
          <g key={id}>
            {isBest && <circle className={styles.ring} cx={cx} cy={cy} r={10} style={{ stroke: color }} />}
            {/* biome-ignore lint/a11y/useSemanticElements: a drawing holds no button */}
            <circle
              ref={(circle) => {
                if (circle) circles.current.set(id, circle)
                return () => void circles.current.delete(id)
              }}
              role="button"
              tabIndex={id === reached?.id ? 0 : -1}
              aria-label={`${name}: ${xLabel} ${x}, ${yLabel} ${y}${isBest ? ', the best' : ''}`}
              className={styles.pickable}
              cx={cx}
              cy={cy}
              r={read === id ? 7 : 5}
              style={{ fill: color }}
              onClick={() => onPick(id)}
              onKeyDown={(event) => press(event, at)}
              onPointerEnter={() => setRead(id)}
              onPointerLeave={() => setRead(undefined)}
              onFocus={() => {
                setRead(id)
                setLast(id)
              }}
              onBlur={() => setRead(undefined)}
            />
          </g>
        ))}
      </svg>
      {told && <Told point={told} left={told.cx} top={told.cy} {...{ width, xLabel, yLabel }} />}
    </div>
  )
}

/** Returns the horizontal positions and the labels. If any value is a text, all are treated as texts. */
function axisOf(points: readonly ScatterPoint[], span: [number, number]) {
  const values = points.map(({ x }) => x)
  const numbers = values.filter((x) => typeof x === 'number')
  if (numbers.length < values.length) return placesAcross(values.map(String), span)
  const isLogarithmic = isFarApart(numbers)
  const { at, ticks } = scaleOver(numbers, span, isLogarithmic)
  return {
    at: (x: number | string) => at(Number(x)),
    ticks: ticks.map((tick) => ({ x: at(tick), name: formatFigure(tick) })),
    isLogarithmic,
  }
}

const LETTER = 6.5
const GAP = 6
const LEAST_ROOM = 48

/** Labels without room are cut, and left out between others; each point has its full name. */
function placesAcross(values: readonly string[], span: [number, number]) {
  const { names, room, at } = placesOf(values, span)
  const every = Math.ceil(LEAST_ROOM / room)
  const letters = Math.floor((room * every) / LETTER) - 1
  return {
    at: (x: number | string) => at(String(x)),
    ticks: names
      .filter((_, index) => index % every === 0)
      .map((name) => ({
        x: at(name),
        name: name.length > letters ? `${name.slice(0, letters - 1)}…` : name,
      })),
    isLogarithmic: false,
  }
}

/** True if the values are so far apart that a linear scale would squeeze most of them together. */
function isFarApart(values: readonly number[]): boolean {
  return values.length > 1 && Math.min(...values) > 0 && Math.max(...values) / Math.min(...values) >= 50
}

export function formatValue(value: number | string): string {
  return typeof value === 'number' ? formatFigure(value) : value
}

interface ToldProps {
  point: ScatterPoint
  left: number
  top: number
  width: number
  xLabel: string
  yLabel: string
}

/** Describes the point under the pointer or focus. Screen readers read the point's own name. */
function Told({ point: { name, x, y, isBest }, left, top, width, xLabel, yLabel }: ToldProps) {
  return (
    <div aria-hidden="true" className={styles.reading} style={{ ...besidePlace(left, width), top }}>
      <p className={styles.readingHead}>{name}</p>
      <dl>
        <div>
          <dt>
            <span className={text.cut}>{xLabel}</span>
          </dt>
          <dd className={text.cut}>{formatValue(x)}</dd>
        </div>
        <div>
          <dt>
            <span className={text.cut}>{yLabel}</span>
          </dt>
          <dd>
            {formatFigure(y)}
            {isBest && ', the best'}
          </dd>
        </div>
      </dl>
    </div>
  )
}
