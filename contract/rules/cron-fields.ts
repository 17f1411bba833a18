export const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ')

/** A cron expression of five fields: the sorted values that each of them matches. */
export interface CronFields {
  minutes: number[]
  hours: number[]
  days: MonthDays
  months: number[]
  weekdays: Weekdays
}

export interface MonthDays {
  isAny: boolean
  numbers: number[]
  /** days of the month that mean the nearest weekday, as in `15W` */
  nearest: number[]
  isLast: boolean
  isLastWeekday: boolean
}

export interface Weekdays {
  isAny: boolean
  /** from 1 for Monday to 7 for Sunday */
  numbers: number[]
  /** single weekdays of a month, as in `5#2`, or the last one (`L`), as in `5L` */
  ofMonth: { nth: string; weekday: number }[]
  /** True if a day must match both day fields, as in `+5`; else one of them is enough. */
  isBoth: boolean
}

/** Accepts the same expressions as croner, which computes when schedules are due; null for any other. */
export function cronFields(cron: string): CronFields | null {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...more] = cron.trim().split(/\s+/)
  const minutes = valuesOf(minute, { from: 0, length: 60 })
  const hours = valuesOf(hour, { from: 0, length: 24 })
  const days = monthDaysOf(day.toUpperCase())
  const months = valuesOf(month, { from: 1, length: 12, names: MONTHS })
  const weekdays = weekdaysOf(weekday)
  if (more.length > 0 || !minutes || !hours || !days || !months || !weekdays) return null
  return { minutes, hours, days, months, weekdays }
}

function monthDaysOf(field: string): MonthDays | null {
  const none = { isAny: /^[*?]$/.test(field), numbers: [], nearest: [], isLast: false }
  if (field === 'LW') return { ...none, isLastWeekday: true }
  const terms = field.split(',')
  const nearest = valuesOfAll(
    terms.flatMap((term) => /^(\d+)W$/.exec(term)?.[1] ?? []),
    DAYS,
  )
  const numbers = valuesOfAll(
    terms.filter((term) => !/^(L|\d+W)$/.test(term)),
    DAYS,
  )
  return (
    nearest && numbers && { ...none, numbers, nearest, isLast: terms.includes('L'), isLastWeekday: false }
  )
}

/** One or several weekdays, with their occurrence in the month. */
const SINGLE = /^([^*?#]+|[*?]\/\d+)(?:#0*([1-5L])|L)$/i

function weekdaysOf(field: string): Weekdays | null {
  // A range that ends with Sunday ends with 7.
  const terms = field.replace(/^\+/, '').replace(/-sun/gi, '-7').split(',')
  const numbers = valuesOfAll(
    terms.filter((term) => !SINGLE.test(term)),
    WEEK,
  )
  const single = terms.flatMap((term) => {
    const [, part, nth = 'L'] = SINGLE.exec(term) ?? []
    return part === undefined ? [] : [{ nth: nth.toUpperCase(), weekdays: valuesOfAll([part], WEEK) }]
  })
  if (numbers === null || single.some(({ weekdays }) => weekdays === null)) return null
  return {
    isAny: /^\+?[*?]$/.test(field),
    numbers: fromMonday(numbers),
    ofMonth: single.flatMap(({ nth, weekdays }) =>
      fromMonday(weekdays ?? []).map((weekday) => ({ nth, weekday })),
    ),
    isBoth: field.startsWith('+'),
  }
}

/** The values of a field. `length` counts the values that a step goes through; `to` may be higher. */
interface Unit {
  from: number
  length: number
  to?: number
  names?: string[]
}

const DAYS: Unit = { from: 1, length: 31 }
/** Sunday is 0 and 7. */
const WEEK: Unit = { from: 0, length: 7, to: 7, names: WEEKDAYS }

function fromMonday(numbers: number[]): number[] {
  return inOrder(numbers.map((number) => number || 7))
}

function valuesOf(field: string, unit: Unit): number[] | null {
  return valuesOfAll(field.split(','), unit)
}

function valuesOfAll(terms: string[], unit: Unit): number[] | null {
  const values = terms.map((term) => valuesOfTerm(term, unit))
  return values.includes(null) ? null : inOrder(values.flatMap((some) => some ?? []))
}

/** `*`, `5`, `5-9`, and `*` or `5-9` with a step. */
const TERM = /^(?:[*?](?:\/(\d+))?|(\w+)|(\w+)-(\w+)(?:\/(\d+))?)$/

function valuesOfTerm(term: string, unit: Unit): number[] | null {
  const [whole, stepOfAll = '1', single, first = single, last = single, step = stepOfAll] =
    TERM.exec(term) ?? []
  if (whole === undefined) return null
  const from = first === undefined ? unit.from : valueIn(first, unit)
  const to = last === undefined ? unit.from + unit.length - 1 : valueIn(last, unit)
  const by = Number(step)
  if (from === null || to === null || from > to || by < 1 || by > unit.length) return null
  return Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, at) => from + at * by)
}

function valueIn(text: string, { from, length, to = from + length - 1, names = [] }: Unit): number | null {
  const named = names.findIndex((name) => name.toLowerCase() === text.toLowerCase())
  if (named >= 0) return from + named
  return /^\d+$/.test(text) && Number(text) >= from && Number(text) <= to ? Number(text) : null
}

function inOrder(numbers: number[]): number[] {
  return [...new Set(numbers)].sort((one, other) => one - other)
}
