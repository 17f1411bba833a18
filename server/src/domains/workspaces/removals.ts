import type { Database, Handle } from '@podium/database/connect.ts'
import { pendingRemovals } from '@podium/database/schema/solutions.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import {
  BRISK,
  type BucketPlace,
  EMPTY_BUCKET,
  HELD_BUCKET,
  keepHolding,
  rowOf,
  WHOLE_BUCKET,
} from './held-place.ts'
import { forgetUploadsBelow } from './uploads.ts'

/** After a failure the place waits before it is tried again, so that others come first. */
const RETRY = '1 minute'

/** So long a deletion waits for what it leaves to be removed; the rest goes while nobody waits. */
export const PATIENCE_MS = 2_000

/** The column keeps milliseconds and would round up: what is given up now is due now, not in a moment. */
const DUE = sql`date_trunc('milliseconds', now())`

export interface RemovalParts {
  database: Database
  objects: ObjectStore
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** What stands for the bucket as a whole rather than for a place in it. */
const OF_BUCKETS = sql`(${WHOLE_BUCKET}, ${HELD_BUCKET}, ${EMPTY_BUCKET})`

/** Gives the places up with the transaction: once it has committed their objects will be removed, whatever fails. */
export async function giveUp(db: Handle, places: BucketPlace[]): Promise<void> {
  if (places.length === 0) return
  await db
    .insert(pendingRemovals)
    .values(places.map((place) => ({ ...place, not_before: DUE })))
    .onConflictDoUpdate({
      target: [pendingRemovals.bucket, pendingRemovals.prefix],
      set: { not_before: DUE },
    })
}

/** Empties every place that is due, and forgets it. A failing place is left for later. */
export async function workOff(parts: RemovalParts): Promise<void> {
  for (;;) {
    const claimed = await claimNext(parts.database, sql`true`)
    if (!claimed) return
    await emptyClaimed(parts, claimed)
  }
}

/** Does so with the place and what is due below it, so that no request waits for the files of others. */
export async function workOffBelow(
  parts: RemovalParts,
  { bucket, prefix }: BucketPlace,
  ending?: AbortSignal,
): Promise<void> {
  const ofIt = sql`p.bucket = ${bucket} and starts_with(p.prefix, ${prefix})`
  while (!ending?.aborted) {
    const claimed = await claimNext(parts.database, ofIt)
    if (!claimed) return
    await emptyClaimed(parts, claimed)
  }
}

async function emptyClaimed(
  { database, objects, log }: RemovalParts,
  { not_before, ...place }: Claimed,
): Promise<void> {
  const hold = keepHolding(database, place, not_before, BRISK)
  try {
    await empty(database, objects, place)
    await database.delete(pendingRemovals).where(await hold.settle())
  } catch (error) {
    log.warn({ err: error, ...place }, 'objects that are not needed any more could not be removed yet')
    await hold.settle()
    await database
      .update(pendingRemovals)
      .set({ not_before: sql`now() + ${RETRY}::interval` })
      .where(rowOf(place))
  }
}

type Claimed = BucketPlace & { not_before: string }

/**
 * Claims the place that waits longest of those asked for. A bucket comes when nothing in it is written or removed any more: last. While
 * its server lives a claim does not end, so that nobody removes what the next owner of a name writes.
 */
async function claimNext(database: Database, asked: SQL): Promise<Claimed | null> {
  const claimed = await database.execute<Claimed & Record<string, unknown>>(sql`
    update pending_removals set not_before = now() + ${BRISK.held_for}::interval
    where (bucket, prefix) = (
      select p.bucket, p.prefix from pending_removals p
      where ${asked} and p.not_before <= now() and (p.prefix not in ${OF_BUCKETS} or not exists (
        select from pending_removals o
        where o.bucket = p.bucket and o.prefix not in ${OF_BUCKETS}))
      order by p.created_at limit 1 for update of p skip locked
    )
    returning bucket, prefix, not_before`)
  return claimed.rows[0] ?? null
}

async function empty(database: Database, objects: ObjectStore, { bucket, prefix }: BucketPlace) {
  if (prefix === HELD_BUCKET) return
  if (prefix !== WHOLE_BUCKET && prefix !== EMPTY_BUCKET) {
    if (await isVersionPlace(database, bucket, prefix)) return
    await objects.removeAll(bucket, prefix)
    await forgetUploadsBelow(database, bucket, prefix)
    return
  }
  if (await isUsed(database, bucket)) return
  if (prefix === EMPTY_BUCKET && (await holdsAnything(objects, bucket))) return
  await objects.removeBucket(bucket)
}

/** Somebody may have been refused a bucket that a workspace has: giving that try up takes nothing away. */
async function isUsed(database: Database, bucket: string): Promise<boolean> {
  const found = await database.execute(sql`select from workspaces where s3_bucket_name = ${bucket}`)
  return found.rows.length > 0
}

/** Of two that register one name the second may give up a place that by then belongs to the first: its files stay. */
async function isVersionPlace(database: Database, bucket: string, prefix: string): Promise<boolean> {
  const found = await database.execute(sql`
    select from solution_versions version
    join solutions solution on solution.id = version.solution_id
    join workspaces workspace on workspace.id = solution.workspace_id
    where workspace.s3_bucket_name = ${bucket}
      and ${prefix} = 'ai-solutions/' || solution.name || '/v' || version.version_num || '/'`)
  return found.rows.length > 0
}

export async function holdsAnything(objects: ObjectStore, bucket: string): Promise<boolean> {
  for await (const _ of objects.list(bucket, '')) return true
  return false
}
