import type { Database, Transaction } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import { query } from '../rows.ts'
import type { RemovalParts } from '../workspaces/removals.ts'
import { objectPath } from './files-reads.ts'

/**
 * Locks the workspace row `FOR NO KEY UPDATE`. `announceFiles()` locks it `FOR SHARE`, so no upload can see content
 * as stored that this removal is about to delete. Take this lock first.
 */
export async function lockForRemoval(tx: Transaction, workspace: string): Promise<void> {
  await tx.execute(sql`select from workspaces where id = ${workspace}::uuid for no key update`)
}

/**
 * True if only these versions reference the content. `offset 0` forces an index lookup per hash: a plan by statistics
 * from before a large upload takes minutes.
 */
export const isNamedByNoOther = (sha256: SQL, workspace: string, versions: SQL) => sql`(
  select count(*) from (
    select from (select version_id from data_set_files where sha256 = ${sha256} offset 0) o
    join data_set_versions v on v.id = o.version_id
    where v.workspace_id = ${workspace}::uuid and v.id <> all(${versions}) limit 1
  ) as named) = 0`

/** Deletes versions or uploads of a locked workspace, and marks contents for removal that nothing else references. */
export async function removeVersions(tx: Transaction, workspace: string, versions: string[]): Promise<void> {
  const ids = sql`${sql.param(versions)}::uuid[]`
  await tx.execute(sql`
    update data_set_contents c set gone_at = now()
    where c.workspace_id = ${workspace}::uuid and c.gone_at is null
      and c.sha256 = any(array(select distinct sha256 from data_set_files where version_id = any(${ids})))
      and ${isNamedByNoOther(sql`c.sha256`, workspace, ids)}`)
  await tx.execute(sql`delete from data_set_versions where id = any(${ids})`)
}

const AT_ONCE = 16

interface GoneContent {
  id: string
  sha256: string
  bucket: string
  gone_at: string
}

/** Removes the objects of contents that are marked for removal. Failures are retried later and do not block others. */
export async function removeGoneContents(
  { database, objects, log }: RemovalParts,
  ending?: AbortSignal,
): Promise<void> {
  let last: GoneContent | undefined
  while (!ending?.aborted) {
    const gone = await nextGone(database, last)
    last = gone.at(-1)
    if (!last) return
    const removals = await Promise.allSettled(
      gone.map(({ bucket, ...content }) => objects.remove(bucket, objectPath(content))),
    )
    const failed = removals.find((removal) => removal.status === 'rejected')
    if (failed) log.warn({ err: failed.reason }, 'some files of deleted data sets could not be removed yet')
    const ids = gone.filter((_, at) => removals[at]?.status === 'fulfilled').map(({ id }) => id)
    await database.execute(
      sql`delete from data_set_contents where id = any(${sql.param(ids)}::uuid[]) and gone_at is not null`,
    )
  }
}

function nextGone(db: Database, last: GoneContent | undefined): Promise<GoneContent[]> {
  const after = last ? sql`(c.gone_at, c.id) > (${last.gone_at}::timestamptz, ${last.id}::uuid)` : sql`true`
  return query(db).rows<GoneContent>(sql`
    select c.id, c.sha256, c.gone_at::text as gone_at, w.s3_bucket_name as bucket
    from data_set_contents c join workspaces w on w.id = c.workspace_id
    where c.gone_at <= now() and ${after} order by c.gone_at, c.id limit ${AT_ONCE}`)
}

const LIFETIME = '1 day'

/** Removes uploads that were idle for a day. Failures are retried later. */
export async function removeLeftVersions({ database, log }: RemovalParts): Promise<void> {
  const left = sql`number is null and touched_at < now() - ${LIFETIME}::interval`
  const found = await query(database).rows<{ id: string; workspace_id: string }>(
    sql`select id, workspace_id from data_set_versions where ${left}`,
  )
  for (const upload of found)
    await removeUploads(database, [upload], left).catch((error) => {
      log.warn({ err: error, upload: upload.id }, 'an upload that was left could not be removed yet')
    })
}

/** Removes the uploads for which the condition `why` still holds. */
export async function removeUploads(
  database: Database,
  uploads: readonly { id: string; workspace_id: string }[],
  why: SQL,
): Promise<void> {
  for (const { id, workspace_id } of uploads)
    await database.transaction(async (tx) => {
      await lockForRemoval(tx, workspace_id)
      const isLeft = sql`select from data_set_versions where id = ${id}::uuid and ${why} for update`
      if (await query(tx).any(isLeft)) await removeVersions(tx, workspace_id, [id])
    })
}
