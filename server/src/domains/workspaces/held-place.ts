import type { Database } from '@podium/database/connect.ts'
import { pendingRemovals } from '@podium/database/schema/solutions.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'

/** A place in a bucket: everything below the prefix, which ends with '/', or the bucket itself. */
export interface BucketPlace {
  bucket: string
  prefix: string
}

/** As a prefix: the bucket with everything in it. */
export const WHOLE_BUCKET = ''
/** As a prefix: the name of a bucket that is being given to a workspace. Nothing is removed when it is given up. */
export const HELD_BUCKET = '/'
/** As a prefix: the bucket, if nothing lies in it. */
export const EMPTY_BUCKET = '//'

/** How long a place stays held when its server falls silent, and how often a living server says that it holds it. */
export interface Patience {
  held_for: string
  renew_ms: number
}

/** For uploads of any size: a server that is merely busy loses nothing. */
export const PATIENT: Patience = { held_for: '2 minutes', renew_ms: 20_000 }
/** For what takes a moment: together with the time between two sweeps less than a minute. */
export const BRISK: Patience = { held_for: '25 seconds', renew_ms: 5_000 }

export function rowOf({ bucket, prefix }: BucketPlace): SQL | undefined {
  return and(eq(pendingRemovals.bucket, bucket), eq(pendingRemovals.prefix, prefix))
}

export function inAWhile({ held_for }: Patience): SQL {
  return sql`now() + ${held_for}::interval`
}

/**
 * Goes on holding a place whose row says `until`, until `settle`.
 * @returns `settle` answers the row as this server holds it: it matches none when somebody else took the place away
 */
export function keepHolding(database: Database, place: BucketPlace, until: string, patience: Patience) {
  let held = until
  let renewing: Promise<unknown> = Promise.resolve()
  // whoever else moves the time on has taken the place away
  const heldRow = () => and(rowOf(place), eq(pendingRemovals.not_before, held))
  const renew = async () => {
    const [renewed] = await database
      .update(pendingRemovals)
      .set({ not_before: inAWhile(patience) })
      .where(heldRow())
      .returning({ not_before: pendingRemovals.not_before })
    if (renewed) held = renewed.not_before
  }
  const timer = setInterval(() => {
    // a renewal that fails is made up for by the next one; one too many shows at the end
    renewing = renewing.then(renew).catch(() => undefined)
  }, patience.renew_ms)
  timer.unref()
  return {
    async settle(): Promise<SQL | undefined> {
      clearInterval(timer)
      await renewing
      return heldRow()
    },
  }
}
