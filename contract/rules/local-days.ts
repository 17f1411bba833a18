const DAY = /^(\d{4})-(\d\d)-(\d\d)$/

/**
 * The first instant of a day like '2026-12-03' in this program's time zone, in ISO-8601; null if there is no such day.
 * @param later days to add
 */
function beginOf(day: string, later: number): string | null {
  const [, year, month, date] = DAY.exec(day) ?? []
  const isReal = new Date(`${day}T00:00Z`).getUTCDate() === Number(date)
  return isReal ? new Date(Number(year), Number(month) - 1, Number(date) + later).toISOString() : null
}

/** The first instant after a day, in the same time zone and form; null if there is no such day. */
export function endOfDay(day: string): string | null {
  return beginOf(day, 1)
}

interface TimeFilters {
  from?: string | undefined
  to?: string | undefined
  ended_from?: string | undefined
}

/**
 * Replaces days in the filters of a list by instants of this program's time zone, because the server reads a day as
 * one of UTC. Other values stay unchanged.
 */
export function withLocalDays<T extends TimeFilters>(filters: T): T {
  const read = { ...filters }
  for (const name of ['from', 'ended_from'] as const)
    if (read[name]) read[name] = beginOf(read[name], 0) ?? read[name]
  if (read.to) read.to = endOfDay(read.to) ?? read.to
  return read
}
