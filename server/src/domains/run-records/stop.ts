import { fail } from '@podium/contract/rules/errors.ts'
import { isLive } from '@podium/contract/rules/run-state.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { eq, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/call.ts'
import { type Actor, record } from '../audit/audit.ts'
import { removeRunSecrets } from './masking/run-secrets.ts'
import { moveRun, noteRun, wakeLoops } from './move.ts'

/** Asks the run to stop. A queued run stops at once, any other when the engine confirms it. May be repeated. */
export async function stopRun(
  { database, metrics }: Pick<Deps, 'database' | 'metrics'>,
  caller: Actor & Pick<Caller, 'display_name'>,
  id: string,
): Promise<void> {
  const isEnded = await database.transaction(async (tx) => {
    const [run] = await tx.select().from(runs).where(eq(runs.id, id)).for('update')
    if (!run) fail('NOT.FOUND')
    if (!isLive(run.state)) fail('RUN.ENDED')
    if (run.stop_requested_at !== null) return false
    const request = { stop_requested_at: sql`now()`, stop_requested_by: caller.account_id }
    if (run.state === 'queued') {
      await moveRun(tx, run, 'stopped', {
        ...request,
        detail: `Stopped by ${caller.display_name} before it started.`,
        ended_at: sql`now()`,
      })
      await removeRunSecrets(tx, id)
    } else await noteRun(tx, run, { ...request, detail: `${caller.display_name} asked it to stop.` })
    await record(tx, caller, {
      action: 'run.stop',
      object_kind: 'run',
      object_id: id,
      object_name: run.name,
      workspace_id: run.workspace_id,
      before: { state: run.state, stop_requested: false },
      after: { state: run.state === 'queued' ? 'stopped' : run.state, stop_requested: true },
    })
    await wakeLoops(tx)
    return run.state === 'queued'
  })
  if (isEnded) metrics?.runEnded(id, 'stopped')
}
