import { type Moment, toDate } from './date-time.ts'
import { NOTHING } from './nothing.ts'

const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

const UNITS: readonly [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** '12 minutes ago', 'in 3 days', 'just now' below a minute; a dash when empty or invalid. */
export function relativeTime(moment: Moment, now: number = Date.now()): string {
  const date = toDate(moment)
  if (!date) return NOTHING
  const seconds = (date.getTime() - now) / 1000
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return words.format(Math.trunc(seconds / length), unit)
  }
  return 'just now'
}
