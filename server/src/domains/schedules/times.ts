import { failAt } from '@podium/contract/rules/errors.ts'
import { Cron } from 'croner'
import { clocksOf } from './clock-gaps.ts'

/** The timing of a schedule: five cron fields, in local time of a time zone. */
export interface Timing {
  cron: string
  time_zone: string
}

const FIELDS = ['minute', 'hour', 'day of the month', 'month', 'day of the week']
const EXAMPLE = 'such as 30 6 * * 1-5: minute, hour, day of the month, month, day of the week'

/** The expression with one space between its fields. */
export function tidyCron(cron: string): string {
  return cron.trim().split(/\s+/).join(' ')
}

/**
 * Refuses a timing that is never due.
 * @throws FieldProblems for `cron` or `time_zone` of that part of the call
 */
export function assertValidTiming({ cron, time_zone }: Timing, now: Date, part: 'body' | 'query'): void {
  const refuse = (field: keyof Timing, problem: string) => failAt([part, field], problem)
  if (!isTimeZone(time_zone))
    refuse('time_zone', 'Write a time zone by its IANA name, such as Europe/Berlin.')
  const fields = cron.split(' ')
  if (fields.length !== FIELDS.length) refuse('cron', `Write five fields, ${EXAMPLE}.`)
  for (const [at, field] of fields.entries())
    if (!isFit(field, at))
      refuse('cron', `'${field}' cannot be the ${FIELDS[at]}. Write five fields, ${EXAMPLE}.`)
  if (nextTimes({ cron, time_zone }, 1, now).length === 0)
    refuse('cron', 'No day matches this, so nothing would ever start. Choose another day or month.')
}

function isTimeZone(name: string): boolean {
  // an offset such as +02:00 is refused, because it knows no daylight saving time
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

function isFit(field: string, at: number): boolean {
  const others = FIELDS.map((_, place) => (place === at ? field : '*'))
  try {
    return new Cron(others.join(' '), { mode: '5-part', paused: true }) !== undefined
  } catch {
    return false
  }
}

/** The first times after `from`, at most `count`; empty if there are none. */
export function nextTimes({ cron, time_zone }: Timing, count: number, from: Date): Date[] {
  const times = new Cron(cron, { timezone: time_zone, mode: '5-part', paused: true }).nextRuns(count, from)
  // When clocks jump over a time, hourly schedules skip it; those of certain hours run right after the jump.
  if (cron.split(' ')[1]?.includes('*')) return times
  return withJumps({ cron, time_zone }, times, from).slice(0, count)
}

/** Within a longer interval clocks may have gone forward and back. */
const LONGEST_WITHOUT_LOOK_MS = 7 * 86_400_000

/** croner skips a time that clocks jump over if the jump ends at midnight, or if the hour has several times. */
function withJumps({ cron, time_zone }: Timing, times: Date[], from: Date): Date[] {
  const clocks = clocksOf(time_zone)
  const shown = new Cron(cron, { timezone: 'UTC', mode: '5-part', paused: true })
  const found: Date[] = []
  let last = from
  for (const time of times) {
    const isFar = time.getTime() - last.getTime() > LONGEST_WITHOUT_LOOK_MS
    if (isFar || clocks.offsetAt(last) !== clocks.offsetAt(time)) {
      const next = shown.nextRun(clocks.shownAt(last))
      const jump = next && clocks.jumpOver(next)
      if (jump && jump > last && jump < time) found.push(jump)
    }
    found.push(time)
    last = time
  }
  return found
}

const AT_ONCE = 50

/**
 * All times after `from` until `until`, and the one after them. The minutes of a year take most of a second, so it
 * yields to other work in between.
 */
export async function timesBetween(timing: Timing, from: Date, until: Date) {
  const times: Date[] = []
  let last = from
  for (;;) {
    const found = nextTimes(timing, AT_ONCE, last)
    const next = found.find((time) => time > until) ?? null
    times.push(...found.filter((time) => time <= until))
    if (next || found.length < AT_ONCE) return { times, next }
    last = found.at(-1) ?? until
    await new Promise((resolve) => setImmediate(resolve))
  }
}
