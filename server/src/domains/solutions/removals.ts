import type { Database, Handle } from '@podium/database/connect.ts'
import { pendingRemovals } from '@podium/database/schema/solutions.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'

/** A server that removes says so for this long; when it died meanwhile, another one goes on. */
const CLAIM = '10 minutes'
/** After a failure the place waits before it is tried again, so that others come first. */
const RETRY = '1 minute'
const SWEEP_MS = 60_000

/** A place in a bucket: everything below the prefix, which ends with '/'. */
export interface BucketPlace {
  bucket: string
  prefix: string
}

interface Parts {
  database: Database
  objects: ObjectStore
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Gives the places up with the transaction: once it has committed their objects will be removed, whatever fails. */
export async function giveUp(db: Handle, places: BucketPlace[]): Promise<void> {
  if (places.length === 0) return
  await db
    .insert(pendingRemovals)
    .values(places)
    .onConflictDoUpdate({
      target: [pendingRemovals.bucket, pendingRemovals.prefix],
      set: { not_before: sql`now()` },
    })
}

/** Removes the objects of every place that is due, and forgets the place. A failing place is left for later. */
export async function workOff({ database, objects, log }: Parts): Promise<void> {
  for (;;) {
    const claimed = await claimNext(database)
    if (!claimed) return
    try {
      await objects.removeAll(claimed.bucket, claimed.prefix)
      await database.delete(pendingRemovals).where(rowOf(claimed))
    } catch (error) {
      log.warn({ err: error, ...claimed }, 'objects that are not needed any more could not be removed yet')
      await database
        .update(pendingRemovals)
        .set({ not_before: sql`now() + ${RETRY}::interval` })
        .where(rowOf(claimed))
    }
  }
}

/** Works off what earlier servers left, and then what comes, until `close`. */
export function startSweeper(parts: Parts): { close(): Promise<void> } {
  const sweep = () =>
    workOff(parts).catch((error) => parts.log.warn({ err: error }, 'the removal of objects failed'))
  let sweeping = sweep()
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep)
  }, SWEEP_MS)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await sweeping
    },
  }
}

async function claimNext(database: Database): Promise<BucketPlace | null> {
  const claimed = await database.execute<{ bucket: string; prefix: string }>(sql`
    update pending_removals set not_before = now() + ${CLAIM}::interval
    where (bucket, prefix) = (
      select bucket, prefix from pending_removals where not_before <= now()
      order by created_at limit 1 for update skip locked
    )
    returning bucket, prefix`)
  return claimed.rows[0] ?? null
}

export function rowOf({ bucket, prefix }: BucketPlace) {
  return and(eq(pendingRemovals.bucket, bucket), eq(pendingRemovals.prefix, prefix))
}
