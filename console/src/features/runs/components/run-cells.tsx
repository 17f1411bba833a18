import type { Run } from '@podium/contract/calls/runs.ts'
import { isLive, type RunState, shownState } from '@podium/contract/rules/run-state.ts'
import { useEffect, useState } from 'react'
import { toDate } from '../../../format/date-time.ts'
import { formatDuration, formatSoFar, formatWaiting } from '../../../format/duration.ts'
import { serverNow } from '../../../format/server-clock.ts'
import { StateChip } from '../../../ui/text/chip.tsx'

export function RunChip({ state }: { state: RunState }) {
  return <StateChip state={shownState(state)} />
}

/** Shows how long a run took, has been running or has been waiting. */
export function RunDuration({ run }: { run: Run }) {
  const now = useNow(isLive(run.state))
  if (run.ended_at !== null) return formatDuration(secondsBetween(run.started_at, run.ended_at))
  if (run.started_at !== null) return formatSoFar(secondsBetween(run.started_at, now))
  return formatWaiting(secondsBetween(run.created_at, now))
}

/** Returns the seconds between two moments, never below 0; null if one is missing. */
export function secondsBetween(from: string | null, to: string | number | null): number | null {
  const [first, second] = [toDate(from), toDate(to)]
  return first && second ? Math.max(0, (second.getTime() - first.getTime()) / 1000) : null
}

/** Returns the server's time in milliseconds, updated every second while `ticking`. */
export function useNow(ticking: boolean): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (!ticking) return
    setNow(serverNow())
    const ticks = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(ticks)
  }, [ticking])
  return now
}
