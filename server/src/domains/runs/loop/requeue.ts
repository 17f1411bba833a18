import { runSeries } from '@podium/database/schema/runs.ts'
import { eq } from 'drizzle-orm'
import { attemptPrefix } from '../../solutions/object-paths.ts'
import { keyOf, type RunDeps, type RunRow } from '../run-row.ts'
import { finishStopped } from './finish.ts'
import { forgetRun } from './forget.ts'
import { moveRun, wakeLoops } from './move.ts'

type RequeueDeps = RunDeps & { log: { error(fields: object, message: string): void } }

/** Sends a run that lost its place back to wait for another, as its next attempt, which begins anew. */
export async function requeue(deps: RequeueDeps, run: RunRow, detail: string): Promise<void> {
  const { database, engine, log } = deps
  if (run.stop_requested_at !== null) {
    if (await finishStopped(database, run)) await forgetRun(database, engine, run)
    return
  }
  const isQueued = await database.transaction(async (tx) => {
    const moved = await moveRun(tx, run, 'queued', { ...nextAttempt(run), detail })
    if (!moved) return false
    await tx.delete(runSeries).where(eq(runSeries.run_id, run.id))
    await wakeLoops(tx)
    return true
  })
  if (!isQueued) return
  await engine.forget(keyOf(run)).catch((error) => {
    log.error({ err: error, run: run.id }, 'An attempt that lost its place is kept until its run has ended.')
  })
}

/** Nothing of the attempt before is left, also in where its outputs are to lie. */
function nextAttempt(run: RunRow) {
  const attempt = run.attempt + 1
  const metadata = JSON.stringify(run.metadata_json)
  return {
    attempt,
    owner: null,
    lease_until: null,
    submitted: false,
    started_at: null,
    progress: null,
    steps: [],
    metrics: {},
    metadata_json: JSON.parse(
      metadata.replaceAll(attemptPrefix(run), attemptPrefix({ ...run, attempt })),
    ) as RunRow['metadata_json'],
  }
}
