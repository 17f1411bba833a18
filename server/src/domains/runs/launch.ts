import type { Database } from '@podium/database/connect.ts'
import { type Engine, StartRefused } from '@podium/engines/engine.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { sql } from 'drizzle-orm'
import { finishStopped } from './finish.ts'
import { forgetRun } from './forget.ts'
import { moveRun, noteRun } from './move.ts'
import { keyOf, type RunRow } from './run-row.ts'
import { launchOf } from './run-spec.ts'

export interface LaunchDeps {
  database: Database
  engine: Engine
  objects: ObjectStore
}

/**
 * Hands a claimed run to the engine, once more if a server was killed in the middle: the engine starts an
 * attempt once only. Throws when it is worth trying again later.
 */
export async function launchRun(deps: LaunchDeps, run: RunRow): Promise<void> {
  const { database, engine, objects } = deps
  if (run.stop_requested_at !== null && (await isUnknown(engine, run))) {
    await finishStopped(database, run)
    return
  }
  try {
    const { containers } = await engine.capabilities()
    const { spec, workspace } = await launchOf(run, { db: database, objects, containers })
    await engine.prepare(workspace)
    await engine.submit(spec)
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    const refused = { detail: error.message, raw: { refused: true }, ended_at: sql`now()` }
    if (await moveRun(database, run, 'failed', refused)) await forgetRun(database, engine, run)
    return
  }
  await noteRun(database, run, { submitted: true })
}

async function isUnknown(engine: Engine, run: RunRow): Promise<boolean> {
  const [seen] = await engine.inspect([keyOf(run)])
  return seen?.phase === 'absent'
}
