import { runs } from '@podium/database/schema/runs.ts'
import { eq } from 'drizzle-orm'
import { moveRun, noteRun, wakeLoops } from '../run-records/move.ts'
import { keyOf, type RunDeps, type RunRow } from '../run-records/run-row.ts'
import { finishStopped } from './finish.ts'
import { forgetRun } from './forget.ts'

/** Puts a deferred run back at its position in the queue. The same attempt starts later, as nothing has begun. */
export async function defer(deps: RunDeps, run: RunRow, reason: string): Promise<void> {
  const { database, engine, metrics } = deps
  // If the server crashes after this, the next one submits the attempt again and the engine answers the same.
  if (!(await noteRun(database, run, { submitted: false }))) return
  await engine.forget(keyOf(run))
  const isStopped = await database.transaction(async (tx) => {
    const [now] = await tx.select().from(runs).where(eq(runs.id, run.id)).for('update')
    if (now && now.stop_requested_at !== null) return finishStopped(tx, run)
    const nothing = { owner: null, lease_until: null, progress: null, steps: [] }
    if (await moveRun(tx, run, 'queued', { ...nothing, detail: reason })) await wakeLoops(tx)
    return false
  })
  if (!isStopped) return
  metrics?.runEnded(run.id, 'stopped')
  await forgetRun(database, engine, run)
}
