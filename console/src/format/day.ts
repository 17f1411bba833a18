import { serverNow } from './server-clock.ts'
/** Returns the last day, like '2026-12-03', of something that ends at an instant; '' without an end. */
export function lastDayOf(ends_at: string | null): string {
  if (ends_at === null) return ''
  return dayOf(lastMoment(ends_at))
}

/** Returns the day of a moment, like '2026-12-03', in the browser's time zone. */
function dayOf(moment: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

/** Returns the day that many days before today. */
export function dayBefore(days: number, now = new Date(serverNow())): string {
  return dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days))
}

/** The same day for people: '3 Dec', with its year if that is not this one. */
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
