import { fail } from '@podium/contract/rules/errors.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { eq } from 'drizzle-orm'
import type { ServingDeps } from '../../../deps.ts'
import type { Caller, ScopedObject } from '../../../http/call.ts'
import { deleteRunRow } from '../../run-records/write-run.ts'
import { deleteAndSweep, deleteObject } from '../../solutions/deletion.ts'
import { runPrefix } from '../../solutions/object-paths.ts'

/** Deletes one run that has ended. */
export function deleteRun(deps: ServingDeps, run: ScopedObject, caller: Caller) {
  return deleteAndSweep(deps, run, async (tx) => {
    const [found] = await tx.select({ stream_id: runs.stream_id }).from(runs).where(eq(runs.id, run.id))
    const { stream_id } = found ?? fail('NOT.FOUND')
    return deleteObject(tx, run, caller, deleteRunRow, [runPrefix({ id: run.id, stream_id })])
  })
}
