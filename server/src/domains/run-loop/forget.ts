import type { Database } from '@podium/database/connect.ts'
import type { Engine } from '@podium/engines/engine.ts'
import { holdEnded, noteForgotten, readEnded } from '../run-records/lease.ts'
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

/**
 * Finishes the work of a server that was killed. Called once after a start, because it reads the whole table.
 * @returns the runs whose files wait for the store, which are the new owner's from now on
 */
export async function forgetLeftovers(
  database: Database,
  engine: Engine,
  log: { error(fields: object, message: string): void },
  owner: string,
): Promise<RunRow[]> {
  const waiting = await holdEnded(database, owner)
  const left = await readEnded(database)
  for (const run of left)
    await forgetRun(database, engine, run).catch((error) => {
      log.error({ err: error, run: run.id }, 'A run that has ended keeps its folder until the next start.')
    })
  return waiting
}
