import type { Database } from '@podium/database/connect.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { and, desc, eq } from 'drizzle-orm'
import type { RunRow } from './run-row.ts'

/** Below this progress the remaining time cannot be estimated. */
const LEAST_FRACTION = 0.02
/** How many of the stream's latest succeeded runs are used to estimate a duration. */
const LOOKED_AT = 5

type Running = Pick<RunRow, 'state' | 'started_at' | 'progress' | 'stream_id' | 'pipeline'>

/**
 * Estimates the seconds until a run ends, from its progress and elapsed time, or else from the durations of the
 * stream's last runs of the pipeline. null if neither is known or the run already takes longer than they did.
 */
export async function remainingSeconds(db: Database, run: Running, now = Date.now()): Promise<number | null> {
  if (run.state !== 'running' || run.started_at === null) return null
  const soFar = Math.max(0, (now - Date.parse(run.started_at)) / 1000)
  const fraction = run.progress?.fraction ?? 0
  if (fraction >= LEAST_FRACTION) return (soFar * (1 - fraction)) / fraction
  const usual = median(await lastDurations(db, run))
  return usual === null || usual <= soFar ? null : usual - soFar
}

async function lastDurations(db: Database, { stream_id, pipeline }: Running): Promise<number[]> {
  const last = await db
    .select({ started_at: runs.started_at, ended_at: runs.ended_at })
    .from(runs)
    .where(and(eq(runs.stream_id, stream_id), eq(runs.pipeline, pipeline), eq(runs.state, 'succeeded')))
    .orderBy(desc(runs.created_at), desc(runs.id))
    .limit(LOOKED_AT)
  return last.flatMap(({ started_at, ended_at }) =>
    started_at === null || ended_at === null ? [] : [(Date.parse(ended_at) - Date.parse(started_at)) / 1000],
  )
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}
