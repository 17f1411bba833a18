import type { Run } from '@podium/contract/runs.ts'
import { toDate } from '../../../format/date-time.ts'
import { formatDuration, formatSoFar, formatWaiting } from '../../../format/duration.ts'

type Times = Pick<Run, 'created_at' | 'started_at' | 'ended_at'>

/** Seconds between two moments, never below 0; null where one is missing. */
export function secondsBetween(from: string | null, to: string | number | null): number | null {
  const [first, second] = [toDate(from), toDate(to)]
  return first && second ? Math.max(0, (second.getTime() - first.getTime()) / 1000) : null
}

/** How long it took, runs so far, or waits: whichever can be said of it now. */
export function lengthOf(run: Times, now: number): string {
  if (run.ended_at !== null) return formatDuration(secondsBetween(run.started_at, run.ended_at))
  if (run.started_at !== null) return formatSoFar(secondsBetween(run.started_at, now))
  return formatWaiting(secondsBetween(run.created_at, now))
}
