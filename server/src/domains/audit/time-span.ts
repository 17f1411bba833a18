import { FieldProblems } from '@podium/contract/errors.ts'

const DAY = /^\d{4}-\d\d-\d\d$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/
const DAY_MS = 86_400_000

/** From the first instant on, up to but not including the other. */
export interface TimeSpan {
  from: string | null
  before: string | null
}

/** The span that two texts of a query name: a day or an instant each. A day as the end counts wholly. */
export function readTimeSpan({ from, to }: { from?: string | undefined; to?: string | undefined }): TimeSpan {
  return {
    from: from === undefined ? null : instantOf('from', from, 0),
    before: to === undefined ? null : instantOf('to', to, DAY.test(to) ? DAY_MS : 0),
  }
}

function instantOf(name: string, text: string, later: number): string {
  const at = DAY.test(text) || INSTANT.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at) || !isOnCalendar(text)) refuse(name)
  // PostgreSQL reads a year of five digits, but no sign before it
  const instant = new Date(at + later).toISOString().replace(/^\+0*/, '')
  return /^(0000|-)/.test(instant) ? refuse(name) : instant
}

/** Date.parse takes 30 February for 2 March. */
function isOnCalendar(text: string): boolean {
  const day = text.slice(0, 10)
  const read = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day)
}

function refuse(name: string): never {
  const msg = 'Write a day like 2026-11-20, or an instant like 2026-11-20T09:30:00Z.'
  throw new FieldProblems([{ loc: ['query', name], msg, type: 'time' }])
}
