import type { RetainedKind } from '@podium/contract/calls/retention.ts'
import { Failure } from '@podium/contract/rules/errors.ts'
import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { isUuid } from '../../http/scoped-objects.ts'
import { query } from '../rows.ts'
import { kindOfFile } from './run-places.ts'

/** Returns why files of a run cannot be read: they are in the trash, or removed. null if they can. */
export async function reasonDeleted(
  db: Handle,
  run: { id: string; name: string },
  kind: RetainedKind,
): Promise<Failure | null> {
  const found = await query(db).first<{ trashed_at: string; until: string; removed_at: string | null }>(sql`
    select f.trashed_at, f.trashed_at + make_interval(days => coalesce(r.trash_days, 0)) as until, f.removed_at
    from run_files f left join retention r on r.workspace_id = f.workspace_id
    where f.run_id = ${run.id}::uuid and f.kind = ${kind} and f.trashed_at is not null`)
  if (!found) return null
  const { trashed_at, until, removed_at } = found
  const named = { kind, run: run.name }
  return removed_at === null
    ? new Failure('RUN.TRASHED', { ...named, since: dayOf(trashed_at), until: dayOf(until) })
    : new Failure('RUN.REMOVED', { ...named, day: dayOf(removed_at) })
}

/** @throws Failure RUN.TRASHED, RUN.REMOVED */
export async function refuseGone(
  db: Handle,
  run: { id: string; name: string },
  kind: RetainedKind,
): Promise<void> {
  const failure = await reasonDeleted(db, run, kind)
  if (failure) throw failure
}

/** The same for an object or prefix in a bucket, if it belongs to a run. */
export async function reasonObjectDeleted(
  db: Handle,
  workspaceId: string,
  path: string,
): Promise<Failure | null> {
  const file = kindOfFile(path)
  if (!file || !isUuid(file.run_id)) return null
  const run = await query(db).first<{ id: string; name: string }>(sql`
    select id, name from runs where id = ${file.run_id}::uuid and workspace_id = ${workspaceId}::uuid`)
  return run && reasonDeleted(db, run, file.kind)
}

/** @throws Failure RUN.TRASHED, RUN.REMOVED */
export async function refuseGoneObject(db: Handle, workspaceId: string, path: string): Promise<void> {
  const failure = await reasonObjectDeleted(db, workspaceId, path)
  if (failure) throw failure
}

function dayOf(instant: string): string {
  return instant.slice(0, 10)
}
