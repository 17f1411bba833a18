import { fail } from '@podium/contract/errors.ts'
import type { Handle } from '@podium/database/connect.ts'
import { pendingRemovals } from '@podium/database/schema/solutions.ts'
import { and, eq, ne } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { BRISK, EMPTY_BUCKET } from './held-place.ts'
import { workOff } from './removals.ts'
import { reserve } from './reservation.ts'

/**
 * Does work that gives a workspace the bucket, as one: `work` calls `make` in the transaction that writes the row.
 * The intent is on record before anything is made. Whatever fails or dies, either the row and its bucket are there
 * or, after the next sweep, neither.
 * @throws Failure WORKSPACE.BUCKET.BUSY while somebody else makes or removes a bucket of that name
 */
export async function withBucket<T>(
  deps: Deps,
  bucket: string,
  work: (make: (tx: Handle) => Promise<void>) => Promise<T>,
): Promise<T> {
  const reservation =
    (await reserve(deps.database, { bucket, prefix: EMPTY_BUCKET }, BRISK)) ??
    fail('WORKSPACE.BUCKET.BUSY', { bucket })
  try {
    return await work(async (tx) => {
      // the row is written by now, so who gave this bucket up before has said so
      if (await isGivenUp(tx, bucket)) fail('WORKSPACE.BUCKET.BUSY', { bucket })
      await makeBucket(deps, bucket)
      if (!(await reservation.keep(tx))) throw new Error(`The bucket ${bucket} was not held to the end.`)
    })
  } catch (error) {
    await reservation.giveUp()
    await workOff(deps)
    throw error
  }
}

async function makeBucket({ objects, log }: Deps, bucket: string): Promise<void> {
  await objects.makeBucket(bucket).catch((error: Error) => {
    log.warn({ err: error }, 'a bucket could not be made')
    fail('WORKSPACE.BUCKET.FAILED', { bucket, reason: error.message })
  })
}

async function isGivenUp(tx: Handle, bucket: string): Promise<boolean> {
  const [row] = await tx
    .select({ bucket: pendingRemovals.bucket })
    .from(pendingRemovals)
    .where(and(eq(pendingRemovals.bucket, bucket), ne(pendingRemovals.prefix, EMPTY_BUCKET)))
    .limit(1)
  return row !== undefined
}
