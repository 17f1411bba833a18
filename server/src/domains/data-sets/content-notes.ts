import { fail } from '@podium/contract/rules/errors.ts'
import type { Handle, Transaction } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { Caller, ScopedObject } from '../../http/call.ts'
import { isUuid } from '../../http/scoped-objects.ts'
import { checkStillAllowed } from '../../http/session/still-allowed.ts'
import { query } from '../rows.ts'
import { type Added, lockStorage } from '../workspaces/quotas/storage.ts'
import { lockUpload } from './uploads.ts'

/** A content that is being stored; the id makes its object unique. */
export interface Content {
  id: string
  sha256: string
  /** bytes */
  size: number
}

export interface Sending {
  dataSet: ScopedObject
  caller: Caller
  upload: string
}

/** The storage that the quota is checked for. */
export function addedBy({ dataSet, caller }: Sending, contents: readonly Pick<Content, 'size'>[]): Added {
  const bytes = contents.reduce((sum, { size }) => sum + size, 0)
  return { workspace_id: dataSet.workspace_id, account_id: caller.account_id, bytes, what: 'upload' }
}

/**
 * Reads the sizes that the upload announced for these hashes. `offset 0` forces an index lookup, because the
 * statistics do not cover an upload under way.
 */
export async function announcedSizes(
  db: Handle,
  upload: string,
  hashes: readonly string[],
): Promise<Map<string, number>> {
  if (!isUuid(upload)) return new Map()
  const hashList = sql.param(hashes.map((sha256) => sha256.replaceAll('\0', '')))
  const found = await query(db).rows<{ sha256: string; size: number }>(sql`
    select distinct file.sha256, file.size::float8 as size from unnest(${hashList}::text[]) as asked (sha256)
    cross join lateral (
      select version_id, sha256, size from data_set_files where sha256 = asked.sha256 offset 0) file
    where file.version_id = ${upload}::uuid`)
  return new Map(found.map(({ sha256, size }) => [sha256, size]))
}

/** Returns the first path that the upload announced with the hash. */
export async function announcedPath(db: Handle, upload: string, sha256: string): Promise<string> {
  const found = await query(db).first<{ path: string }>(sql`
    select path from data_set_files where version_id = ${upload}::uuid and sha256 = ${sha256} order by path limit 1`)
  return found?.path ?? sha256
}

/** Records contents before their objects are written, so that a sweep finds the objects if the server dies. */
export async function noteSending(db: Handle, sending: Sending, contents: readonly Content[]): Promise<void> {
  await insertContents(db, sending, contents, { until: '1 day' })
}

/** Marks contents that were recorded but not stored for removal. */
export async function abandon(db: Handle, contents: readonly Content[]): Promise<void> {
  await db.execute(sql`
    update data_set_contents set gone_at = now() where id = any(${idsOf(contents)}) and gone_at is not null`)
}

/**
 * Records contents as stored whose objects exist, if that is still allowed.
 * @returns the ids of those stored now; others were stored by another call, and their objects are to be removed
 * @throws Failure NOT.FOUND, EDIT.STALE, QUOTA.STORAGE, and the failures of permission checks
 */
export async function noteStored(
  tx: Transaction,
  sending: Sending,
  contents: readonly Content[],
): Promise<Set<string>> {
  const { dataSet, caller, upload } = sending
  const bucket = await lockUpload(tx, dataSet, caller, upload)
  if (bucket !== dataSet.s3_bucket_name) fail('EDIT.STALE')
  await checkStillAllowed(tx, caller, dataSet.workspace_id, 'data-set.write')
  await lockStorage(tx, addedBy(sending, contents))
  // contents that took most of a day may be removed at any moment, so they must be sent again
  const taken = await query(tx).rows(sql`
    delete from data_set_contents where id = any(${idsOf(contents)}) and gone_at > now() + interval '1 hour'
    returning id`)
  if (taken.length < contents.length) fail('EDIT.STALE')
  const stored = await insertContents(tx, sending, contents, { until: null })
  const others = contents.filter(({ id }) => !stored.has(id))
  await insertContents(tx, sending, others, { until: '0 seconds' })
  return stored
}

/** Inserts in order of the hashes, so that two calls with the same contents cannot deadlock. */
async function insertContents(
  db: Handle,
  { dataSet, caller }: Sending,
  contents: readonly Content[],
  { until }: { until: string | null },
): Promise<Set<string>> {
  const column = (of: 'sha256' | 'size') => sql.param(contents.map((content) => content[of]))
  const inserted = await query(db).rows<{ id: string }>(sql`
    insert into data_set_contents (id, workspace_id, sha256, size, stored_by, gone_at)
    select c.id, ${dataSet.workspace_id}::uuid, c.sha256, c.size, ${caller.account_id}::uuid, now() + ${until}::interval
    from unnest(${idsOf(contents)}, ${column('sha256')}::text[], ${column('size')}::bigint[]) as c (id, sha256, size)
    order by c.sha256 on conflict do nothing returning id`)
  return new Set(inserted.map(({ id }) => id))
}

function idsOf(contents: readonly Content[]) {
  return sql`${sql.param(contents.map(({ id }) => id))}::uuid[]`
}
