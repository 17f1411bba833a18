import { serverNow } from './server-clock.ts'
/** The last day, like '2026-12-03', of what ends at an instant; '' where it has no end. */
export function lastDayOf(ends_at: string | null): string {
  if (ends_at === null) return ''
  return dayOf(lastMoment(ends_at))
}

/** The day of a moment, like '2026-12-03', in the browser's time zone. */
function dayOf(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

/** The day so many days before this one. */
export function dayBefore(days: number, now = new Date(serverNow())): string {
  return dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days))
}

/** The same day as people say it: '3 Dec', with its year where that is another one. */
export function formatLastDay(ends_at: string, now = new Date(serverNow())): string {
  const last = lastMoment(ends_at)
  const isThisYear = last.getFullYear() === now.getFullYear()
  return last.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  })
}

/** The browser's time zone: 'Europe/Berlin'. */
export function timeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

function lastMoment(ends_at: string): Date {
  return new Date(Date.parse(ends_at) - 1)
}
