import type { Database } from '@podium/database/connect.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { query } from '../rows.ts'
import { isBucketTaken } from './reads.ts'
import { bucketState, claimNext, type ObjectPrefix } from './reservation.ts'
import { forgetUploadsBelow } from './uploads.ts'

/** How long a deletion waits for its files to be removed; the rest happens in the background. */
export const PATIENCE_MS = 2_000

export interface RemovalParts {
  database: Database
  objects: ObjectStore
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Removes the objects of every due row, and the row. Failures are left for later. */
export async function workOff(parts: RemovalParts, only?: SQL, ending?: AbortSignal): Promise<void> {
  while (!ending?.aborted) {
    const claimed = await claimNext(parts.database, only)
    if (!claimed) return
    const { bucket, prefix } = claimed
    try {
      await remove(parts, { bucket, prefix })
      await claimed.release()
    } catch (error) {
      const gone = 'objects that are no longer needed could not be removed yet'
      parts.log.warn({ err: error, bucket, prefix }, gone)
      await claimed.retryLater()
    }
  }
}

/** Removes only what is due below the prefix, so that no request waits for the files of others. */
export function workOffBelow(parts: RemovalParts, { bucket, prefix }: ObjectPrefix, ending?: AbortSignal) {
  return workOff(parts, sql`p.bucket = ${bucket} and starts_with(p.prefix, ${prefix})`, ending)
}

async function remove({ database, objects }: RemovalParts, { bucket, prefix }: ObjectPrefix) {
  if (prefix === bucketState.reserved) return
  if (prefix !== bucketState.deleted && prefix !== bucketState.abandoned) {
    if (await isVersionPrefix(database, bucket, prefix)) return
    await objects.removeAll(bucket, prefix)
    await forgetUploadsBelow(database, bucket, prefix)
    return
  }
  // a failed attempt to make a workspace's existing bucket was recorded too, and must remove nothing
  if (await isBucketTaken(database, bucket)) return
  if (prefix === bucketState.abandoned && (await holdsAnything(objects, bucket))) return
  await objects.removeBucket(bucket)
}

/** When two register one name, the second may abandon a prefix that now belongs to the first: its files stay. */
function isVersionPrefix(database: Database, bucket: string, prefix: string): Promise<boolean> {
  return query(database).any(sql`
    select from solution_versions version
    join solutions solution on solution.id = version.solution_id
    join workspaces workspace on workspace.id = solution.workspace_id
    where workspace.s3_bucket_name = ${bucket}
      and ${prefix} = 'ai-solutions/' || solution.name || '/v' || version.version_num || '/'`)
}

export async function holdsAnything(objects: ObjectStore, bucket: string): Promise<boolean> {
  for await (const _ of objects.list(bucket, '')) return true
  return false
}
