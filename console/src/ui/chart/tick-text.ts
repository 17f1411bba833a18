import { formatFigure, formatNumber } from '../../format/number.ts'
import type { ChartAxis } from './line-points.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

/** Formats a position on the axis, as short as the distance between two ticks allows. */
export function formatTick(value: number, axis: ChartAxis, distance: number): string {
  if (axis === 'step') return formatFigure(value)
  if (axis === 'elapsed') return formatElapsed(value)
  const date = new Date(value)
  if (distance >= DAY) return `${twoDigits(date.getMonth() + 1)}/${twoDigits(date.getDate())}`
  return distance >= MINUTE ? clock(date) : `${clock(date)}:${twoDigits(date.getSeconds())}`
}

/** Formats a position on the axis in full: 'step 17', '09:39:17', '+0:12:04'. */
export function formatPosition(value: number, axis: ChartAxis): string {
  if (axis === 'step') return `step ${formatNumber(value)}`
  return axis === 'elapsed' ? `+${formatElapsed(value)}` : formatTick(value, axis, SECOND)
}

/** '0:12:04' */
function formatElapsed(ms: number): string {
  const seconds = Math.floor(ms / SECOND)
  return `${Math.floor(seconds / 3600)}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`
}

function clock(date: Date): string {
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
