import type { RetainedKind } from '@podium/contract/calls/retention.ts'
import type { Handle, Transaction } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import { query } from '../rows.ts'
import { isInTrash } from './in-trash-reads.ts'
import { MOMENT } from './note-files.ts'

export interface File {
  run_id: string
  kind: RetainedKind
  bytes: number
}

/** Marks those of the files that match as trashed. Their objects stay. */
export function markTrashed(tx: Transaction, files: readonly File[], matching: SQL): Promise<File[]> {
  return query(tx).rows<File>(sql`
    update run_files f set trashed_at = (select ${MOMENT})
    from unnest(${sql.param(files.map(({ run_id }) => run_id))}::uuid[],
      ${sql.param(files.map(({ kind }) => kind))}::text[]) as chosen (run_id, kind)
    where f.run_id = chosen.run_id and f.kind = chosen.kind and (${matching})
    returning f.run_id, f.kind, f.bytes`)
}

/** The condition that a row belongs to one of these runs. */
export function isOneOf(ids: readonly string[]): SQL {
  return sql`f.run_id = any(${sql.param([...ids])}::uuid[])`
}

/** Runs changed by one statement. */
export const BATCH = 1_000

/** Selects some of the matching runs with files in the trash. */
export async function someInTrash(tx: Transaction, workspaceId: string, matching: SQL): Promise<string[]> {
  const rows = await query(tx).rows<{ run_id: string }>(sql`
    select distinct f.run_id from run_files f where ${isInTrash(workspaceId)} and ${matching}
    order by f.run_id limit ${BATCH}`)
  return rows.map(({ run_id }) => run_id)
}

export function unmarkTrashed(tx: Transaction, workspaceId: string, matching: SQL): Promise<File[]> {
  return query(tx).rows<File>(sql`
    update run_files f set trashed_at = null, restored_at = now()
    where ${isInTrash(workspaceId)} and ${matching} returning f.run_id, f.kind, f.bytes`)
}

/** Marks files as removed. They can no longer be restored; their objects are removed afterwards. */
export function markRemoved(tx: Transaction, workspaceId: string, matching: SQL): Promise<File[]> {
  return query(tx).rows<File>(sql`
    update run_files f set removed_at = now(), removing = true
    where ${isInTrash(workspaceId)} and ${matching} returning f.run_id, f.kind, f.bytes`)
}

export interface MarkedFile {
  run_id: string
  kind: RetainedKind
  stream_id: string
  attempt: number
  bucket: string
}

/** The next file after that one whose objects are to be removed, in any workspace or in one; null after the last. */
export function nextRemoving(
  db: Handle,
  after: { run_id: string; kind: string } | null,
  workspaceId: string | null,
): Promise<MarkedFile | null> {
  return query(db).first<MarkedFile>(sql`
    select f.run_id, f.kind, f.stream_id, r.attempt, w.s3_bucket_name as bucket
    from run_files f join runs r on r.id = f.run_id join workspaces w on w.id = f.workspace_id
    where f.removing and ${workspaceId === null ? sql`true` : sql`f.workspace_id = ${workspaceId}::uuid`}
      and ${after === null ? sql`true` : sql`(f.run_id, f.kind) > (${after.run_id}::uuid, ${after.kind}::text)`}
    order by f.run_id, f.kind limit 1`)
}

/** Records that the objects of the file are gone. */
export async function noteRemoved(db: Handle, { run_id, kind }: MarkedFile): Promise<void> {
  await db.execute(sql`
    update run_files set removing = false, bytes = 0
    where run_id = ${run_id}::uuid and kind = ${kind} and removing`)
}
