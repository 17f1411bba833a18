import type { Database } from '@podium/database/connect.ts'
import type { Engine } from '@podium/engines/engine.ts'
import { sql } from 'drizzle-orm'
import { HELD_BUCKET } from './held-place.ts'

/**
 * Lets the engine give back what it prepared for workspaces that are no more, or never came to be. While one is being
 * made nobody can tell the two apart, so this waits for the next time.
 */
export async function releaseUnknown({ database, engine }: { database: Database; engine: Engine }) {
  const prepared = await engine.prepared()
  if (prepared.length === 0) return
  const { rows } = await database.execute<{ id: string }>(sql`
    select p.id from unnest(${sql.param(prepared)}::text[]) p (id)
    where not exists (select from workspaces w where w.id::text = p.id)
      and not exists (select from pending_removals where prefix = ${HELD_BUCKET})`)
  for (const { id } of rows) await engine.release(id)
}
