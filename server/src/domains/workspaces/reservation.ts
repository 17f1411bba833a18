import type { Database, Handle } from '@podium/database/connect.ts'
import { pendingRemovals } from '@podium/database/schema/solutions.ts'
import { and, eq, notInArray, sql } from 'drizzle-orm'
import {
  type BucketPlace,
  EMPTY_BUCKET,
  HELD_BUCKET,
  inAWhile,
  keepHolding,
  PATIENT,
  type Patience,
} from './held-place.ts'
import { giveUp } from './removals.ts'

/**
 * A place in the bucket that is being written to, or the bucket itself. It counts as given up unless it is kept: when
 * this server dies meanwhile, whoever sweeps next removes what was written.
 */
export interface Reservation {
  /** Keeps the place in the transaction that writes the row it belongs to. Whether it was still held. */
  keep(tx: Handle): Promise<boolean>
  /** Gives the place up: what was written is removed by the next sweep. */
  giveUp(): Promise<void>
  /** Ends the reservation; what is at the place stays. */
  letGo(): Promise<void>
}

/** Reserves the place, or answers null while somebody else writes to it or it is still being removed. */
export async function reserve(
  database: Database,
  place: BucketPlace,
  patience: Patience = PATIENT,
): Promise<Reservation | null> {
  const [taken] = await database
    .insert(pendingRemovals)
    .values({ ...place, not_before: inAWhile(patience) })
    .onConflictDoNothing()
    .returning({ not_before: pendingRemovals.not_before })
  if (!taken) return null
  const hold = keepHolding(database, place, taken.not_before, patience)
  return {
    async keep(tx) {
      const kept = await tx
        .delete(pendingRemovals)
        .where(await hold.settle())
        .returning({ bucket: pendingRemovals.bucket })
      return kept.length === 1
    },
    async giveUp() {
      await hold.settle()
      await giveUp(database, [place])
    },
    async letGo() {
      await database.delete(pendingRemovals).where(await hold.settle())
    },
  }
}

/** Whether anything below the prefix is reserved or not removed yet; a bucket's name that is held is no such thing. */
export async function isPending(db: Handle, { bucket, prefix }: BucketPlace): Promise<boolean> {
  const [row] = await db
    .select({ bucket: pendingRemovals.bucket })
    .from(pendingRemovals)
    .where(
      and(
        eq(pendingRemovals.bucket, bucket),
        sql`starts_with(${pendingRemovals.prefix}, ${prefix})`,
        notInArray(pendingRemovals.prefix, [HELD_BUCKET, EMPTY_BUCKET]),
      ),
    )
    .limit(1)
  return row !== undefined
}
