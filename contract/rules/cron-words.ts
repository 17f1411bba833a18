import { type CronFields, cronFields, MONTHS, type MonthDays, type Weekdays } from './cron-fields.ts'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const EVERY_DAY = 'every day'

/**
 * A cron expression of five fields in words: 'Mon to Fri at 06:00', 'Every 15 minutes'. An expression that no schedule
 * can have is returned unchanged.
 */
export function cronWords(cron: string): string {
  const fields = cronFields(cron)
  if (fields === null) return cron
  const [days, times] = [dayWords(fields), timeWords(fields)]
  const words = times.startsWith('at') ? `${days} ${times}` : days === EVERY_DAY ? times : `${days}, ${times}`
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Maximum number of times of day that are listed. */
const MAX_LISTED = 6

function timeWords({ minutes, hours }: CronFields): string {
  const [minute = 0] = minutes
  if (hours.length === 24) return minuteWords(minutes)
  const isOnceAnHour = minutes.length === 1
  const step = stepOf(hours)
  const everyHours = `every ${step} hours`
  if (isOnceAnHour && hours.length > 1 && fills(hours, 24))
    return minute === 0 ? everyHours : `${everyHours} at ${minute} past`
  const times = hours.flatMap((hour) => minutes.map((each) => `${twoDigits(hour)}:${twoDigits(each)}`))
  if (times.length <= MAX_LISTED) return `at ${listed(times)}`
  const span = `from ${times[0]} to ${times.at(-1)}`
  if (step === 1) return `${isOnceAnHour ? 'every hour' : minuteWords(minutes)} ${span}`
  if (step !== null && isOnceAnHour) return `${everyHours} ${span}`
  return `${minuteWords(minutes)}, only in the hours ${runsIn(hours, twoDigits)}`
}

/** The frequency within each hour. */
function minuteWords(minutes: number[]): string {
  if (minutes.length === 60) return 'every minute'
  if (minutes.length > 1 && fills(minutes, 60)) return `every ${stepOf(minutes)} minutes`
  return minutes.join() === '0' ? 'every hour' : `every hour at ${runsIn(minutes, String)} past`
}

function dayWords({ days, months, weekdays }: CronFields): string {
  const inMonths = months.length === 12 ? null : runsIn(months, (month) => MONTHS[month - 1] ?? '')
  const ofMonths = `of ${inMonths ?? 'the month'}`
  const byMonth = days.isAny ? null : `${monthDayWords(days)} ${ofMonths}`
  const single = weekdays.ofMonth.map(
    ({ nth, weekday }) => `${nthWords(nth)} ${dayName(weekday)} ${ofMonths}`,
  )
  if (byMonth !== null && weekdays.isBoth && !weekdays.isAny)
    return `${byMonth} that is ${listed([...weekdayNames(weekdays, 'a '), ...single])}`
  const often = weekdays.isAny ? [EVERY_DAY] : weekdayNames(weekdays, 'every ')
  const byWeek = often.map((words) => (inMonths === null ? words : `${words} in ${inMonths}`))
  if (byMonth !== null && weekdays.isAny) return byMonth
  return listed([...(byMonth === null ? [] : [byMonth]), ...byWeek, ...single])
}

function monthDayWords({ numbers, nearest, isLast, isLastWeekday }: MonthDays): string {
  const step = stepOf(numbers)
  const isStepped = numbers.length > 3 && step !== null && step > 1
  const [first = 1, last = 1] = [numbers[0], numbers.at(-1)]
  return listed([
    ...(isStepped
      ? [`every ${ordinal(step)} day from the ${ordinal(first)} to the ${ordinal(last)}`]
      : runs(numbers, ordinal)),
    ...nearest.map((day) => `weekday nearest to the ${ordinal(day)}`),
    ...(isLast ? ['last day'] : []),
    ...(isLastWeekday ? ['last weekday'] : []),
  ])
}

/** @param before the word before a single weekday */
function weekdayNames({ numbers }: Weekdays, before: string): string[] {
  if (numbers.length === 7) return [EVERY_DAY]
  if (numbers.length === 1) return numbers.map((day) => before + dayName(day))
  return numbers.length === 0 ? [] : [runsIn(numbers, (day) => dayName(day).slice(0, 3))]
}

const dayName = (day: number) => DAYS[day - 1] ?? ''
const nthWords = (nth: string) => (nth === 'L' ? 'last' : ordinal(Number(nth)))
const twoDigits = (number: number) => String(number).padStart(2, '0')

function ordinal(number: number): string {
  const ending = Math.floor(number / 10) === 1 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return `${number}${ending}`
}

/** The distance of evenly spaced numbers; null for any others. */
function stepOf(numbers: number[]): number | null {
  const [first = 0, second = first + 1] = numbers
  const step = second - first
  return numbers.every((number, at) => number === first + at * step) ? step : null
}

/** True if the distance to the next hour or day is the same too: steps of 25 minutes end with one of 10. */
function fills(numbers: number[], length: number): boolean {
  return numbers[0] === 0 && stepOf(numbers) === length / numbers.length
}

const runsIn = (numbers: number[], nameOf: (number: number) => string) => listed(runs(numbers, nameOf))

/** The names of numbers; three or more consecutive ones are shortened to the first and the last. */
function runs(numbers: number[], nameOf: (number: number) => string): string[] {
  const starts = numbers.filter((number) => !numbers.includes(number - 1))
  return starts.flatMap((from) => {
    let to = from
    while (numbers.includes(to + 1)) to += 1
    if (to - from > 1) return [`${nameOf(from)} to ${nameOf(to)}`]
    return to === from ? [nameOf(from)] : [nameOf(from), nameOf(to)]
  })
}

function listed(words: string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}
