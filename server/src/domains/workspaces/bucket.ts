import { fail } from '@podium/contract/errors.ts'
import type { Handle } from '@podium/database/connect.ts'
import { pendingRemovals } from '@podium/database/schema/solutions.ts'
import { and, eq, notInArray } from 'drizzle-orm'
import { lockForGiving } from '../../bucket-lock.ts'
import type { Deps } from '../../deps.ts'
import { BRISK, EMPTY_BUCKET, HELD_BUCKET } from './held-place.ts'
import { workOffBelow } from './removals.ts'
import { reserve } from './reservation.ts'

/** Called in the transaction that writes the workspace's row, when it is written. */
export type Make = (tx: Handle) => Promise<void>

/**
 * Does work that gives a workspace the bucket, as one: `work` calls `make` in the transaction that writes the row.
 * The intent is on record before anything is made. Whatever fails or dies, either the row and its bucket are there
 * or, after the next sweep, neither; a bucket that was there before stays. Work that never calls `make` changes nothing.
 * @throws Failure WORKSPACE.BUCKET.BUSY while somebody else makes, removes or copies a bucket of that name
 */
export async function withBucket<T>(
  deps: Deps,
  bucket: string,
  work: (make: Make) => Promise<T>,
): Promise<T> {
  const held = (await reserve(deps.database, { bucket, prefix: HELD_BUCKET }, BRISK)) ?? busy(bucket)
  const given = (make: Make) =>
    work(async (tx) => {
      if (!(await lockForGiving(tx, bucket))) busy(bucket)
      await make(tx)
      if (!(await held.keep(tx))) busy(bucket)
    })
  try {
    const isThere = await deps.objects.bucketExists(bucket)
    return await (isThere
      ? given((tx) => checkAdoptable(deps, tx, bucket))
      : withNewBucket(deps, bucket, given))
  } finally {
    // it ends by itself soon
    await held.letGo().catch(() => undefined)
  }
}

/** Nobody has just given the bucket up; the row is written by now, so whoever did has said so. */
async function checkAdoptable({ objects }: Deps, tx: Handle, bucket: string): Promise<void> {
  if (await isGivenUp(tx, bucket, [HELD_BUCKET])) busy(bucket)
  if (!(await objects.bucketExists(bucket))) busy(bucket)
}

async function withNewBucket<T>(deps: Deps, bucket: string, work: (make: Make) => Promise<T>): Promise<T> {
  const making = (await reserve(deps.database, { bucket, prefix: EMPTY_BUCKET }, BRISK)) ?? busy(bucket)
  const bucketNow: { made: 'not' | 'perhaps' | 'here' | 'elsewhere' } = { made: 'not' }
  try {
    const result = await work(async (tx) => {
      if (await isGivenUp(tx, bucket, [HELD_BUCKET, EMPTY_BUCKET])) busy(bucket)
      // a transaction that is tried again has made it already
      if (bucketNow.made === 'not') {
        bucketNow.made = 'perhaps'
        bucketNow.made = (await makeBucket(deps, bucket)) ? 'here' : 'elsewhere'
      }
      if (!(await making.keep(tx))) busy(bucket)
    })
    await making.letGo()
    return result
  } catch (error) {
    const isOurs = bucketNow.made === 'perhaps' || bucketNow.made === 'here'
    await (isOurs ? making.giveUp() : making.letGo())
    await workOffBelow(deps, { bucket, prefix: EMPTY_BUCKET })
    throw error
  }
}

function makeBucket({ objects, log }: Deps, bucket: string): Promise<boolean> {
  return objects.makeBucket(bucket).catch((error: Error) => {
    log.warn({ err: error }, 'a bucket could not be made')
    fail('WORKSPACE.BUCKET.FAILED', { bucket, reason: error.message })
  })
}

async function isGivenUp(tx: Handle, bucket: string, butFor: string[]): Promise<boolean> {
  const [row] = await tx
    .select({ bucket: pendingRemovals.bucket })
    .from(pendingRemovals)
    .where(and(eq(pendingRemovals.bucket, bucket), notInArray(pendingRemovals.prefix, butFor)))
    .limit(1)
  return row !== undefined
}

function busy(bucket: string): never {
  fail('WORKSPACE.BUCKET.BUSY', { bucket })
}
