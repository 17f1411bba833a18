import { fail } from '@podium/contract/rules/errors.ts'
import type { Handle } from '@podium/database/connect.ts'
import { lockForGiving } from '../../bucket-lock.ts'
import type { Deps } from '../../deps.ts'
import { workOffBelow } from './removals.ts'
import { bucketState, isPending, reserve, SHORT_LEASE } from './reservation.ts'

const { reserved, abandoned, deleted } = bucketState

/** Called in the transaction that writes the workspace's row, after the row is written. */
export type Make = (tx: Handle) => Promise<void>

/**
 * Does work that gives a workspace its bucket, atomically: `work` calls `make` in the transaction that writes the row.
 * The intent is recorded before anything is made. Whatever fails or crashes, either both the row and its bucket exist
 * or, after the next sweep, neither; a bucket that existed before stays. Work that never calls `make` changes nothing.
 * @throws Failure WORKSPACE.BUCKET.BUSY while a bucket of that name is being made, removed or copied elsewhere
 */
export async function withBucket<T>(deps: Deps, bucket: string, work: (make: Make) => Promise<T>) {
  const name = (await reserve(deps.database, { bucket, prefix: reserved }, SHORT_LEASE)) ?? busy(bucket)
  const workReserved = (make: Make) =>
    work(async (tx) => {
      if (!(await lockForGiving(tx, bucket))) busy(bucket)
      await make(tx)
      if (!(await name.keep(tx))) busy(bucket)
    })
  try {
    const isThere = await deps.objects.bucketExists(bucket)
    return await (isThere
      ? workReserved((tx) => checkAdoptable(deps, tx, bucket))
      : withNewBucket(deps, bucket, workReserved))
  } finally {
    // it expires soon anyway
    await name.release().catch(() => undefined)
  }
}

/** A workspace that leaves the bucket writes its row first, so without such a row the bucket may be taken. */
async function checkAdoptable({ objects }: Deps, tx: Handle, bucket: string): Promise<void> {
  if (await isPending(tx, { bucket, prefix: deleted }, [reserved])) busy(bucket)
  if (!(await objects.bucketExists(bucket))) busy(bucket)
}

async function withNewBucket<T>(deps: Deps, bucket: string, work: (make: Make) => Promise<T>): Promise<T> {
  const making = (await reserve(deps.database, { bucket, prefix: abandoned }, SHORT_LEASE)) ?? busy(bucket)
  const bucketNow: { made: 'not' | 'perhaps' | 'here' | 'elsewhere' } = { made: 'not' }
  try {
    const result = await work(async (tx) => {
      if (await isPending(tx, { bucket, prefix: deleted })) busy(bucket)
      // a retried transaction has made it already
      if (bucketNow.made === 'not') {
        bucketNow.made = 'perhaps'
        bucketNow.made = (await makeBucket(deps, bucket)) ? 'here' : 'elsewhere'
      }
      if (!(await making.keep(tx))) busy(bucket)
    })
    await making.release()
    return result
  } catch (error) {
    const isOurs = bucketNow.made === 'perhaps' || bucketNow.made === 'here'
    await (isOurs ? making.scheduleDeletion() : making.release())
    await workOffBelow(deps, { bucket, prefix: abandoned })
    throw error
  }
}

function makeBucket({ objects, log }: Deps, bucket: string): Promise<boolean> {
  return objects.makeBucket(bucket).catch((error: Error) => {
    log.warn({ err: error }, 'a bucket could not be made')
    fail('WORKSPACE.BUCKET.FAILED', { bucket, reason: error.message })
  })
}

function busy(bucket: string): never {
  fail('WORKSPACE.BUCKET.BUSY', { bucket })
}
