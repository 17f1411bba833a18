import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import type { Transaction } from '@podium/database/connect.ts'
import { runUsage } from '@podium/database/schema/usage.ts'
import type { Observation } from '@podium/engines/engine.ts'
import { dropSeries } from '../figures/keep-series.ts'
import { moveRun, wakeLoops } from '../run-records/move.ts'
import { dropPackages } from '../run-records/packages/keep-packages.ts'
import { keyOf, type RunDeps, type RunRow, readLocation } from '../run-records/run-row.ts'
import { metadataOfAttempt } from '../runs/start/run-metadata.ts'
import { finishStopped } from './finish.ts'
import { forgetRun } from './forget.ts'

type RequeueDeps = RunDeps & { log: { error(fields: object, message: string): void } }

/** How a preempted attempt ended. */
type Lost = Pick<Extract<Observation, { phase: 'ended' }>, 'reason' | 'started_at' | 'ended_at'>

/** Queues a preempted run again. Its next attempt starts anew. */
export async function requeue(deps: RequeueDeps, run: RunRow, lost: Lost): Promise<void> {
  const { database, engine, log } = deps
  if (run.stop_requested_at !== null) {
    if (await finishStopped(database, run)) await forgetRun(database, engine, run)
    return
  }
  const location = await readLocation(database, run.id)
  if (!location) return
  const isQueued = await database.transaction(async (tx) => {
    const moved = await moveRun(tx, run, 'queued', {
      ...nextAttempt(run, location.bucket),
      detail: lost.reason,
    })
    if (!moved) return false
    await keepUse(tx, run, lost)
    await dropPackages(tx, run.id)
    await dropSeries(tx, run.id)
    await wakeLoops(tx)
    return true
  })
  if (!isQueued) return
  await engine.forget(keyOf(run)).catch((error) => {
    log.error({ err: error, run: run.id }, 'An attempt that lost its place is kept until its run has ended.')
  })
}

/** Records the hours of the attempt, which count although the run starts anew. */
async function keepUse(tx: Transaction, run: RunRow, lost: Lost): Promise<void> {
  const started_at = run.started_at ?? lost.started_at
  if (started_at === null) return
  await tx.insert(runUsage).values({
    run_id: run.id,
    attempt: run.attempt,
    workspace_id: run.workspace_id,
    account_id: run.created_by,
    pipeline: run.pipeline,
    tier: run.tier_given,
    instance_type: run.instance_type,
    started_at,
    ended_at: lost.ended_at,
  })
}

/** Resets everything of the previous attempt, and names where the next one keeps its outputs. */
function nextAttempt(run: RunRow, bucket: string) {
  const attempt = run.attempt + 1
  return {
    attempt,
    owner: null,
    lease_until: null,
    submitted: false,
    started_at: null,
    progress: null,
    steps: [],
    metrics: {},
    metadata_json: metadataOfAttempt(run.metadata_json as Metadata, { ...run, attempt }, bucket),
  }
}
