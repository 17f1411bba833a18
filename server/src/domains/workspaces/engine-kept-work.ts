import type { Database } from '@podium/database/connect.ts'
import type { Engine, RunKey } from '@podium/engines/engine.ts'
import { sql } from 'drizzle-orm'
import { isUuid } from '../../http/scoped-objects.ts'

/** Lets the engine discard what it keeps of runs that are deleted: a crash is made up for by the next time. */
export async function discardOfDeleted({ database, engine }: { database: Database; engine: Engine }) {
  const kept = (await engine.kept()).filter(({ run }) => isUuid(run))
  if (kept.length === 0) return
  const { rows } = await database.execute<{ id: string }>(sql`
    select k.id from unnest(${sql.param(kept.map(({ run }) => run))}::uuid[]) k (id)
    where not exists (select from runs where runs.id = k.id)`)
  await discard(
    engine,
    kept,
    rows.map(({ id }) => id),
  )
}

/** Does so with runs that have just been deleted. */
export async function discardOf({ engine }: { engine: Engine }, runs: readonly string[]): Promise<void> {
  if (runs.length > 0) await discard(engine, await engine.kept(), runs)
}

async function discard(engine: Engine, kept: readonly RunKey[], runs: readonly string[]): Promise<void> {
  const deleted = new Set(runs)
  await Promise.all(kept.filter(({ run }) => deleted.has(run)).map((key) => engine.discard(key)))
}
