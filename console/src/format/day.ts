const DAY = /^(\d{4})-(\d\d)-(\d\d)$/

/** The first instant after a day like '2026-12-03' of the browser's time zone; null where there is none. */
export function endOfDay(day: string): string | null {
  const [, year, month, date] = DAY.exec(day) ?? []
  const end = new Date(Number(year), Number(month) - 1, Number(date) + 1)
  return Number.isNaN(end.getTime()) ? null : end.toISOString()
}

/** The last day, like '2026-12-03', of what ends at an instant; '' where it has no end. */
export function lastDayOf(ends_at: string | null): string {
  if (ends_at === null) return ''
  const last = lastMoment(ends_at)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${last.getFullYear()}-${two(last.getMonth() + 1)}-${two(last.getDate())}`
}

/** The same day as people say it: '3 Dec', with its year where that is another one. */
export function formatLastDay(ends_at: string, now = new Date()): string {
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
