import { type KeyboardEvent, useRef, useState } from 'react'
import { formatFigure } from '../../format/number.ts'
import styles from './chart.module.css'
import { frameOf } from './plot-frame.ts'
import { scaleOver } from './scale.ts'
import { useWidth } from './use-width.ts'

export interface ScatterPoint {
  id: string
  name: string
  /** A CSS colour, a token too. */
  color: string
  x: number
  y: number
}

interface ScatterChartProps {
  /** What is drawn, for those who do not see it: 'learning rate against accuracy of 8 runs'. */
  label: string
  points: readonly ScatterPoint[]
  xLabel: string
  yLabel: string
  xLogarithmic?: boolean
  /** A press on a point, or Enter on it. */
  onPick?: (id: string) => void
}

const HEIGHT = 300
const FRAME = { ...frameOf(HEIGHT), bottom: 46, top: 26 }

/** One point for each thing that has two numbers. A point is reached by Tab and tells its name and both. */
export function ScatterChart({
  label,
  points,
  xLabel,
  yLabel,
  xLogarithmic = false,
  onPick,
}: ScatterChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame) || 600
  const [read, setRead] = useState<string>()
  const drawn = points.filter(({ x, y }) => Number.isFinite(y) && (xLogarithmic ? x > 0 : Number.isFinite(x)))
  const right = width - FRAME.right
  const bottom = HEIGHT - FRAME.bottom
  const across = scaleOver(
    drawn.map(({ x }) => x),
    [FRAME.left, right],
    xLogarithmic,
  )
  const up = scaleOver(
    drawn.map(({ y }) => y),
    [bottom, FRAME.top],
  )
  const told = drawn.find(({ id }) => id === read)
  return (
    <div ref={frame} className={styles.scatter}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing is no set of fields */}
      <svg role="group" aria-label={label} width={width} height={HEIGHT}>
        {up.ticks.map((tick) => (
          <g key={tick}>
            <line className={styles.grid} x1={FRAME.left} x2={right} y1={up.at(tick)} y2={up.at(tick)} />
            <text x={FRAME.left - 8} y={up.at(tick) + 4} textAnchor="end">
              {formatFigure(tick)}
            </text>
          </g>
        ))}
        <line className={styles.edge} x1={FRAME.left} x2={right} y1={bottom} y2={bottom} />
        {across.ticks.map((tick) => (
          <g key={tick}>
            <line
              className={styles.edge}
              x1={across.at(tick)}
              x2={across.at(tick)}
              y1={bottom}
              y2={bottom + 4}
            />
            <text x={across.at(tick)} y={bottom + 17} textAnchor="middle">
              {formatFigure(tick)}
            </text>
          </g>
        ))}
        <text className={styles.axisName} x={FRAME.left} y={14}>
          {yLabel}
        </text>
        <text className={styles.axisName} x={right} y={HEIGHT - 8} textAnchor="end">
          {xLabel}
        </text>
        {drawn.map(({ id, name, color, x, y }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: a picture where nothing follows a press, else a button
          <circle
            key={id}
            role={onPick ? 'button' : 'img'}
            tabIndex={0}
            aria-label={`${name}: ${xLabel} ${x}, ${yLabel} ${y}`}
            className={onPick ? styles.pickable : styles.point}
            cx={across.at(x)}
            cy={up.at(y)}
            r={read === id ? 7 : 5}
            style={{ fill: color }}
            onClick={() => onPick?.(id)}
            onKeyDown={(event: KeyboardEvent) => {
              if (event.key !== 'Enter' && event.key !== ' ') return
              event.preventDefault()
              onPick?.(id)
            }}
            onPointerEnter={() => setRead(id)}
            onPointerLeave={() => setRead(undefined)}
            onFocus={() => setRead(id)}
            onBlur={() => setRead(undefined)}
          />
        ))}
      </svg>
      {told && (
        <Told point={told} left={across.at(told.x)} top={up.at(told.y)} {...{ width, xLabel, yLabel }} />
      )}
    </div>
  )
}

interface ToldProps {
  point: ScatterPoint
  left: number
  top: number
  width: number
  xLabel: string
  yLabel: string
}

/** What the point is that the pointer or the focus is on; its own name tells the same to those who do not see. */
function Told({ point: { name, x, y }, left, top, width, xLabel, yLabel }: ToldProps) {
  const side = left > width / 2 ? { right: width - left + 12 } : { left: left + 12 }
  return (
    <div aria-hidden="true" className={styles.reading} style={{ ...side, top }}>
      <p className={styles.readingHead}>{name}</p>
      <dl>
        <div>
          <dt>{xLabel}</dt>
          <dd>{formatFigure(x)}</dd>
        </div>
        <div>
          <dt>{yLabel}</dt>
          <dd>{formatFigure(y)}</dd>
        </div>
      </dl>
    </div>
  )
}
