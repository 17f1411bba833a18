export interface LineTime {
  /** where the line goes on after its time */
  end: number
  /** milliseconds: of the calendar as if in UTC where the line has a date, else since midnight */
  at: number
  hasDate: boolean
}

const TIME =
  /^\[?(?:(\d{4})[-/](\d{2})[-/](\d{2})[T ])?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:Z|[+-]\d{2}:?\d{2})?\]?(?:\s+|$)/

/** The time a line begins with, as ISO or as HH:MM:SS; null where it begins with none. */
export function timeOf(line: string): LineTime | null {
  const found = TIME.exec(line.slice(0, 64))
  return found && found[6] !== undefined ? meantBy(found) : null
}

/** A typed time: '14:06', '14:06:03', '2026-11-17 14:06'; null where it is none. */
export function parseTime(typed: string): LineTime | null {
  const found = TIME.exec(typed.trim())
  return found && found[0].length === typed.trim().length ? meantBy(found) : null
}

function meantBy([
  whole,
  year,
  month,
  day,
  hour,
  minute,
  second = '0',
  fraction = '',
]: RegExpExecArray): LineTime {
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3))
  const ofDay = (Number(hour) * 3600 + Number(minute) * 60 + Number(second)) * 1000 + milliseconds
  const date = year === undefined ? 0 : Date.UTC(Number(year), Number(month) - 1, Number(day))
  return { end: whole.length, at: date + ofDay, hasDate: year !== undefined }
}
