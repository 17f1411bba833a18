import type { Engine, RunKey } from '@podium/engines/engine.ts'
import { sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { isUuid } from '../../http/scoped-objects.ts'
import { query } from '../rows.ts'
import { bucketState } from './reservation.ts'

/** Lets the engine discard what it keeps for deleted runs. After a crash, the next call makes up for it. */
export async function discardOfDeleted({ database, engine }: Pick<Deps, 'database' | 'engine'>) {
  const left = (await engine.retained()).filter(({ run }) => isUuid(run))
  if (left.length === 0) return
  const runs = sql.param(left.map(({ run }) => run))
  const deleted = await query(database).rows<{ id: string }>(sql`
    select k.id from unnest(${runs}::uuid[]) k (id)
    where not exists (select from runs where runs.id = k.id)`)
  const ids = deleted.map(({ id }) => id)
  await discard(engine, left, ids)
}

/** Does so for runs that have just been deleted. */
export async function discardOf({ engine }: { engine: Engine }, runs: readonly string[]): Promise<void> {
  if (runs.length > 0) await discard(engine, await engine.retained(), runs)
}

async function discard(engine: Engine, left: readonly RunKey[], runs: readonly string[]): Promise<void> {
  const deleted = new Set(runs)
  await Promise.all(left.filter(({ run }) => deleted.has(run)).map((key) => engine.discard(key)))
}

/**
 * Lets the engine release what it prepared for workspaces that no longer exist or were never made. While one is being
 * made these cannot be distinguished, so this waits for the next time.
 */
export async function releaseUnknown({ database, engine }: Pick<Deps, 'database' | 'engine'>) {
  const prepared = await engine.prepared()
  if (prepared.length === 0) return
  const unknown = await query(database).rows<{ id: string }>(sql`
    select p.id from unnest(${sql.param(prepared)}::text[]) p (id)
    where not exists (select from workspaces w where w.id::text = p.id)
      and not exists (select from pending_removals where prefix = ${bucketState.reserved})`)
  for (const { id } of unknown) await engine.release(id)
}
