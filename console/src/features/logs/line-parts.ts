export interface LineTime {
  /** the index of the text after the time */
  end: number
  /** milliseconds: since 1970, read as UTC, if the line has a date, else since midnight */
  at: number
  hasDate: boolean
}

const TIME =
  /^\[?(?:(\d{4})[-/](\d{2})[-/](\d{2})[T ])?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:Z|[+-]\d{2}:?\d{2})?\]?(?:\s+|$)/

/** Returns the ISO or HH:MM:SS time that a line begins with, null if there is none. */
export function timeOf(line: string): LineTime | null {
  const found = TIME.exec(line.slice(0, 64))
  return found && found[6] !== undefined ? meantBy(found) : null
}

/** Parses a typed time: '14:06', '14:06:03', '2026-11-17 14:06'. Returns null for anything else. */
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
