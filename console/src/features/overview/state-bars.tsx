import { Link } from '@tanstack/react-router'
import { Fragment, useEffect, useRef } from 'react'
import { formatDateTime } from '../../format/date-time.ts'
import { formatNumber } from '../../format/number.ts'
import { type Size, useSize } from '../../ui/chart/use-size.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './overview.module.css'
import { type Part, partName, SHOWN } from './parts.ts'

const LEAST_HEIGHT = 236
/** The last size of the chart, which is drawn first before it is measured. */
let lastPlace: Size = { width: 480, height: LEAST_HEIGHT }
const PLOT = { left: 40, top: 24, right: 24, below: 32 }
const WIDEST_BAR = 28
/** The width of a label of an hour or a day. */
const LABEL = 56
const GAP = 1

/** Draws a stacked bar for each part, which links to its runs and is labelled with its counts. */
export function StateBars({ parts, days }: { parts: readonly Part[]; days: number }) {
  const frame = useRef<HTMLDivElement>(null)
  const place = useSize(frame, lastPlace)
  const { width, height } = place.width > 0 ? place : lastPlace
  const bottom = height - PLOT.below
  useEffect(() => {
    if (place.width > 0) lastPlace = place
  }, [place])
  const most = Math.max(...parts.map(({ total }) => total))
  const step = tickStep(most)
  const top = Math.ceil(most / step) * step
  const each = (width - PLOT.left - PLOT.right) / parts.length
  const y = (value: number) => bottom - (value / top) * (bottom - PLOT.top)
  const everyNth = Math.ceil(LABEL / each)
  return (
    <div ref={frame} className={styles.chart}>
      {/* biome-ignore lint/a11y/useSemanticElements: links that are drawn belong to a drawing */}
      <svg role="group" aria-label="Runs by state" width={width} height={height}>
        {Array.from({ length: Math.round(top / step) + 1 }, (_, at) => at * step).map((value) => (
          <Fragment key={value}>
            <line
              className={value === 0 ? styles.axis : styles.grid}
              x1={PLOT.left}
              x2={width - PLOT.right}
              y1={y(value)}
              y2={y(value)}
            />
            <text x={PLOT.left - 8} y={y(value) + 4} textAnchor="end">
              {formatNumber(value)}
            </text>
          </Fragment>
        ))}
        {parts.map((part, at) => {
          const x = PLOT.left + at * each
          const isLast = at === parts.length - 1
          const isAtEdge = isLast && each < LABEL
          const isLabelled = (parts.length - 1 - at) % everyNth === 0
          return (
            <Fragment key={part.from}>
              {part.total > 0 && <Bar part={part} days={days} x={x} each={each} bottom={bottom} y={y} />}
              {isLabelled && (
                <text
                  className={classNames(isLast && styles.now)}
                  x={isAtEdge ? width - PLOT.right : x + each / 2}
                  y={bottom + 20}
                  textAnchor={isAtEdge ? 'end' : 'middle'}
                >
                  {isLast ? (days === 1 ? 'Now' : 'Today') : shortName(part.from, days)}
                </text>
              )}
            </Fragment>
          )
        })}
      </svg>
    </div>
  )
}

interface BarProps {
  part: Part
  days: number
  x: number
  /** the width available for each bar */
  each: number
  bottom: number
  y: (value: number) => number
}

function Bar({ part: { from, counts, target }, days, x, each, bottom, y }: BarProps) {
  const name = `${partName(from, days)}: ${SHOWN.filter((state) => counts[state] > 0)
    .map((state) => `${formatNumber(counts[state])} ${state}`)
    .join(', ')}`
  const bar = Math.min(each * 0.7, WIDEST_BAR)
  let below = 0
  return (
    <Link {...target} aria-label={name} className={styles.barLink}>
      <title>{name}</title>
      <rect className={styles.ground} x={x} y={PLOT.top} width={each} height={bottom - PLOT.top} />
      {SHOWN.filter((state) => counts[state] > 0).map((state) => {
        const begin = y(below)
        below += counts[state]
        const height = Math.max(begin - y(below) - GAP, 1)
        return (
          <rect
            key={state}
            className={styles[state]}
            x={x + (each - bar) / 2}
            y={begin - height - GAP / 2}
            width={bar}
            height={height}
            rx="1.5"
          />
        )
      })}
    </Link>
  )
}

/** Returns '11/20' for a day, '14:00' for an hour. */
function shortName(from: string, days: number): string {
  const moment = formatDateTime(from)
  return days === 1 ? moment.slice(-5) : moment.slice(5, 10)
}

/** Returns a round step, in whole runs, that gives at most five ticks. */
function tickStep(most: number): number {
  const rough = Math.max(most / 4, 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough) ?? 10
  return factor * power
}
