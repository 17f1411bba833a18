import type { Database } from '@podium/database/connect.ts'
import type { Engine } from '@podium/engines/engine.ts'
import { sql } from 'drizzle-orm'
import { isUuid } from '../../http/scoped-objects.ts'

/** Lets the engine discard what it keeps of runs that are deleted: a crash is made up for by the next time. */
export async function discardOfDeleted({ database, engine }: { database: Database; engine: Engine }) {
  const kept = (await engine.kept()).filter(({ run }) => isUuid(run))
  if (kept.length === 0) return
  const { rows } = await database.execute<{ id: string }>(sql`
    select k.id from unnest(${sql.param(kept.map(({ run }) => run))}::uuid[]) k (id)
    where not exists (select from runs where runs.id = k.id)`)
  const deleted = new Set(rows.map(({ id }) => id))
  await Promise.all(kept.filter(({ run }) => deleted.has(run)).map((key) => engine.discard(key)))
}
