import type { Database, Handle } from '@podium/database/connect.ts'
import { pendingRemovals } from '@podium/database/schema/solutions.ts'
import { and, eq, sql } from 'drizzle-orm'
import { type BucketPlace, giveUp, rowOf } from './removals.ts'

const HELD_FOR = '2 minutes'
const RENEW_MS = 20_000

/**
 * A place in the bucket that a registration writes to. It counts as given up unless it is kept: when this server
 * dies meanwhile, whoever sweeps next removes what was written.
 */
export interface Reservation {
  /** Keeps the place in the transaction that writes the version. Whether it was still held. */
  keep(tx: Handle): Promise<boolean>
  /** Gives the place up: what was written is removed by the next sweep. */
  giveUp(): Promise<void>
}

/** Reserves the place, or answers null while somebody else writes to it or it is still being removed. */
export async function reserve(database: Database, place: BucketPlace): Promise<Reservation | null> {
  const [taken] = await database
    .insert(pendingRemovals)
    .values({ ...place, not_before: inAWhile })
    .onConflictDoNothing()
    .returning({ not_before: pendingRemovals.not_before })
  if (!taken) return null
  // whoever else moves the time on has taken the place away
  let held = taken.not_before
  let renewing: Promise<unknown> = Promise.resolve()
  const renew = async () => {
    const [renewed] = await database
      .update(pendingRemovals)
      .set({ not_before: inAWhile })
      .where(and(rowOf(place), eq(pendingRemovals.not_before, held)))
      .returning({ not_before: pendingRemovals.not_before })
    if (renewed) held = renewed.not_before
  }
  const timer = setInterval(() => {
    // a renewal that fails is made up for by the next one; one too many shows when the place is to be kept
    renewing = renewing.then(renew).catch(() => undefined)
  }, RENEW_MS)
  timer.unref()
  const settle = async () => {
    clearInterval(timer)
    await renewing
  }
  return {
    async keep(tx) {
      await settle()
      const kept = await tx
        .delete(pendingRemovals)
        .where(and(rowOf(place), eq(pendingRemovals.not_before, held)))
        .returning({ bucket: pendingRemovals.bucket })
      return kept.length === 1
    },
    async giveUp() {
      await settle()
      await giveUp(database, [place])
    },
  }
}

const inAWhile = sql`now() + ${HELD_FOR}::interval`

/** Whether anything below the prefix is reserved or not removed yet. */
export async function isPending(db: Handle, { bucket, prefix }: BucketPlace): Promise<boolean> {
  const [row] = await db
    .select({ bucket: pendingRemovals.bucket })
    .from(pendingRemovals)
    .where(and(eq(pendingRemovals.bucket, bucket), sql`starts_with(${pendingRemovals.prefix}, ${prefix})`))
    .limit(1)
  return row !== undefined
}
