const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const SHORT_DAYS = DAYS.map((day) => day.slice(0, 3))
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/**
 * A cron expression of five fields as a person would say it: 'Mon to Fri at 06:00', 'Every 15 minutes'. One that has no
 * such words is answered as it is.
 */
export function cronWords(cron: string): string {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...more] = cron.trim().split(/\s+/)
  if (weekday === '' || more.length > 0) return cron
  const isEveryDay = day === '*' && month === '*' && weekday === '*'
  const often = isEveryDay ? oftenWords(minute, hour) : null
  if (often !== null) return often
  const days = isEveryDay ? 'Every day' : dayWords(day, month, weekday)
  const times = timeWords(minute, hour)
  return days !== null && times !== null ? `${days} at ${times}` : cron
}

/** Several times a day, at equal distances. */
function oftenWords(minute: string, hour: string): string | null {
  const minutes = stepOf(minute, 60)
  if (hour === '*' && minutes !== null) return minutes === 1 ? 'Every minute' : `Every ${minutes} minutes`
  const at = numberIn(minute, 59)
  const hours = stepOf(hour, 24)
  if (at === null || hours === null) return null
  const every = hours === 1 ? 'Every hour' : `Every ${hours} hours`
  return at === 0 ? every : `${every} at ${at} past`
}

/** 'n' of a step that leaves equal distances: one of 25 minutes ends with one of 10. */
function stepOf(field: string, length: number): number | null {
  if (field === '*') return 1
  const step = Number(/^\*\/(\d+)$/.exec(field)?.[1])
  return step > 0 && length % step === 0 ? step : null
}

function timeWords(minute: string, hour: string): string | null {
  const at = numberIn(minute, 59)
  const hours = hour.split(',').map((each) => numberIn(each, 23))
  if (at === null || hours.includes(null)) return null
  return listed(hours.map((each) => `${String(each).padStart(2, '0')}:${String(at).padStart(2, '0')}`))
}

function dayWords(day: string, month: string, weekday: string): string | null {
  if (day === '*' && month === '*') return weekdayWords(weekday)
  if (weekday !== '*') return null
  const which = day.toUpperCase() === 'L' ? 'Last day' : ordinal(numberIn(day, 31))
  if (which === null) return null
  if (month === '*') return `${which} of the month`
  const name = MONTHS[(numberIn(month, 12) ?? 0) - 1]
  return name === undefined ? null : `${which} of ${name}`
}

function weekdayWords(field: string): string | null {
  const [from, to, ...rest] = field.split('-').map(weekdayOf)
  if (to !== undefined && rest.length === 0)
    return from == null || to === null ? null : `${SHORT_DAYS[from]} to ${SHORT_DAYS[to]}`
  const days = field.split(',').map(weekdayOf)
  if (days.length === 1) return days[0] == null ? null : `Every ${DAYS[days[0]]}`
  return days.includes(null) ? null : listed(days.map((each) => SHORT_DAYS[each ?? 0] ?? ''))
}

/** From 0 for Sunday, which is 7 as well. */
function weekdayOf(text: string): number | null {
  const named = SHORT_DAYS.findIndex((day) => day.toLowerCase() === text.toLowerCase())
  if (named >= 0) return named
  const number = numberIn(text, 7)
  return number === null ? null : number % 7
}

function ordinal(number: number | null): string | null {
  if (number === null || number === 0) return null
  const ending = Math.floor(number / 10) === 1 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return `${number}${ending}`
}

function numberIn(text: string, most: number): number | null {
  return /^\d{1,2}$/.test(text) && Number(text) <= most ? Number(text) : null
}

function listed(words: string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}
