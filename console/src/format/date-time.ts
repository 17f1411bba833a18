import { NOTHING } from './nothing.ts'
import { serverNow } from './server-clock.ts'

export type Moment = string | number | Date | null | undefined

/** Returns the moment as a Date, or undefined if it is empty or invalid. Numbers are milliseconds. */
export function toDate(moment: Moment): Date | undefined {
  if (moment === null || moment === undefined || moment === '') return undefined
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** `yyyy/MM/dd HH:mm` in the browser's time zone; a dash when empty or invalid. */
export function formatDateTime(moment: Moment): string {
  const date = toDate(moment)
  // Shifted by the time zone's offset, so that its UTC text is the local time.
  return date ? formatDateTimeUtc(date.getTime() - date.getTimezoneOffset() * 60_000) : NOTHING
}

/** `yyyy/MM/dd HH:mm` in UTC, for texts that say they are UTC. */
export function formatDateTimeUtc(moment: Moment): string {
  const date = toDate(moment)
  return date ? date.toISOString().slice(0, 16).replaceAll('-', '/').replace('T', ' ') : NOTHING
}

/** 'Mon, 2026/11/23 06:00' in a time zone, for texts beside its name; a dash when empty or invalid. */
export function formatDateTimeIn(timeZone: string, moment: Moment): string {
  const date = toDate(moment)
  if (!date) return NOTHING
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(date)
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return `${part.weekday}, ${part.year}/${part.month}/${part.day} ${part.hour}:${part.minute}`
}

/** `HH:mm` in the browser's time zone, for 'as of' and 'since' on the same day. */
export function formatTime(moment: Moment): string {
  return toDate(moment) ? formatDateTime(moment).slice(-5) : NOTHING
}

const WORDS = {
  long: new Intl.RelativeTimeFormat('en', { numeric: 'always' }),
  short: new Intl.RelativeTimeFormat('en-GB', { numeric: 'always', style: 'short' }),
}

const UNITS: readonly [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** '12 minutes ago' or '12 min ago', 'in 3 days'; 'just now' for less than a minute; a dash when empty or invalid. */
export function relativeTime(
  moment: Moment,
  now: number = serverNow(),
  style: keyof typeof WORDS = 'long',
): string {
  const date = toDate(moment)
  if (!date) return NOTHING
  const seconds = (date.getTime() - now) / 1000
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) < length) continue
    const count = seconds / length
    // Future times are rounded to the nearest day: 45 hours are two days, not one.
    return WORDS[style].format(unit === 'day' && seconds > 0 ? Math.round(count) : Math.trunc(count), unit)
  }
  return 'just now'
}
