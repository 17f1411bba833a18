import type { Database } from '@podium/database/connect.ts'
import type { Engine } from '@podium/engines/engine.ts'
import { noteForgotten } from '../run-records/lease.ts'
import { removeRunSecrets } from '../run-records/masking/run-secrets.ts'
import { keyOf, type RunRow } from '../run-records/run-row.ts'

/** Lets the engine forget an ended run, all its attempts; that the run has no owner any more says that this was done. */
export async function forgetRun(
  database: Database,
  engine: Engine,
  run: Pick<RunRow, 'id' | 'workspace_id' | 'attempt'>,
): Promise<void> {
  for (let attempt = 1; attempt <= run.attempt; attempt++) await engine.forget(keyOf({ ...run, attempt }))
  await removeRunSecrets(database, run.id)
  await noteForgotten(database, run.id)
}
