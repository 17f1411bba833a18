const DAY_MS = 86_400_000

/** The day so many days before this one, as the server counts days: in UTC. */
export function daysAgo(days: number, now = Date.now()): string {
  return new Date(now - days * DAY_MS).toISOString().slice(0, 10)
}
