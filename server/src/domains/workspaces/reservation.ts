import type { Database, Handle } from '@podium/database/connect.ts'
import { pendingRemovals } from '@podium/database/schema/solutions.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { query } from '../rows.ts'

/** Objects below a prefix that ends with '/'; if the prefix is a state of the bucket, the whole bucket. */
export interface ObjectPrefix {
  bucket: string
  prefix: string
}

/** Values that describe a bucket as a whole, in place of a prefix that objects could have. */
export const bucketState = {
  /** the bucket is removed with everything in it */
  deleted: '',
  /** the name is being given to a workspace; nothing is removed when the row is deleted */
  reserved: '/',
  /** the bucket is removed if it is empty */
  abandoned: '//',
} as const

/** How long a row stays locked after its server falls silent, and how often a live server renews it. */
export interface Lease {
  held_for: string
  renew_ms: number
}

/** For uploads of any size, so that a busy server loses nothing. */
const LONG_LEASE: Lease = { held_for: '2 minutes', renew_ms: 20_000 }
/** For short work: together with the time between two sweeps, less than a minute. */
export const SHORT_LEASE: Lease = { held_for: '25 seconds', renew_ms: 5_000 }

/** The pause of a row after a failed removal, so that others come first. */
const RETRY = '1 minute'

/** The column keeps milliseconds and would round up, so that a row would be due only a moment later. */
const DUE = sql`date_trunc('milliseconds', now())`

const fromNow = (interval: string) => sql`now() + ${interval}::interval`

const rowOf = ({ bucket, prefix }: ObjectPrefix) =>
  and(eq(pendingRemovals.bucket, bucket), eq(pendingRemovals.prefix, prefix))

/**
 * Objects, or a bucket, being written. They are abandoned unless they are kept: if this server dies, the next sweep
 * removes what was written.
 */
export interface Reservation {
  /** Keeps the objects in the transaction that writes their row. @returns true if they were still reserved */
  keep(tx: Handle): Promise<boolean>
  /** Abandons the objects: the next sweep removes what was written. */
  scheduleDeletion(): Promise<void>
  /** Ends the reservation; the objects stay. */
  release(): Promise<void>
}

/** Reserves the objects, or returns null while another server or call writes them or they are being removed. */
export async function reserve(
  database: Database,
  objects: ObjectPrefix,
  lease: Lease = LONG_LEASE,
): Promise<Reservation | null> {
  const [row] = await database
    .insert(pendingRemovals)
    .values({ ...objects, not_before: fromNow(lease.held_for) })
    .onConflictDoNothing()
    .returning({ not_before: pendingRemovals.not_before })
  return row ? claimOf(database, { ...objects, ...row }, lease) : null
}

/** Schedules the objects for removal in the transaction: once it commits they are removed, whatever fails. */
export async function scheduleDeletion(
  db: Handle,
  objects: ObjectPrefix[],
  not_before: SQL = DUE,
): Promise<void> {
  if (objects.length === 0) return
  await db
    .insert(pendingRemovals)
    .values(objects.map((each) => ({ ...each, not_before })))
    .onConflictDoUpdate({
      target: [pendingRemovals.bucket, pendingRemovals.prefix],
      set: { not_before },
    })
}

/** Like scheduleDeletion, if the prefix may still be written to for that long; a PostgreSQL interval. */
export async function scheduleDeletionAfter(
  db: Handle,
  objects: ObjectPrefix,
  interval: string,
): Promise<void> {
  await scheduleDeletion(db, [objects], fromNow(interval))
}

/** True if anything below the prefix is reserved or awaits removal; rows with an excepted state do not count. */
export function isPending(
  db: Handle,
  { bucket, prefix }: ObjectPrefix,
  except: string[] = [bucketState.reserved, bucketState.abandoned],
): Promise<boolean> {
  return query(db).any(sql`
    select from pending_removals where bucket = ${bucket} and starts_with(prefix, ${prefix})
      and prefix <> all(${sql.param(except)}::text[]) limit 1`)
}

type Row = ObjectPrefix & { not_before: string }

/**
 * Claims the longest waiting removal that matches. A bucket comes last, when nothing in it is written or removed any
 * more. A claim lasts as long as its server lives, so that files of a name's next owner are not removed.
 */
export async function claimNext(database: Database, only: SQL = sql`true`) {
  const states = sql`(${bucketState.deleted}, ${bucketState.reserved}, ${bucketState.abandoned})`
  const row = await query(database).first<Row>(sql`
    update pending_removals set not_before = ${fromNow(SHORT_LEASE.held_for)}
    where (bucket, prefix) = (
      select p.bucket, p.prefix from pending_removals p
      where ${only} and p.not_before <= now() and (p.prefix not in ${states} or not exists (
        select from pending_removals o
        where o.bucket = p.bucket and o.prefix not in ${states}))
      order by p.created_at limit 1 for update of p skip locked
    )
    returning bucket, prefix, not_before`)
  return row ? { bucket: row.bucket, prefix: row.prefix, ...claimOf(database, row, SHORT_LEASE) } : null
}

/** Renews the row until the reservation or the removal ends. */
function claimOf(database: Database, row: Row, lease: Lease) {
  let lockedUntil = row.not_before
  let renewing: Promise<unknown> = Promise.resolve()
  // a different time means that another server has taken the row over
  const ours = () => and(rowOf(row), eq(pendingRemovals.not_before, lockedUntil))
  const moveTo = (not_before: SQL) =>
    database
      .update(pendingRemovals)
      .set({ not_before })
      .where(ours())
      .returning({ not_before: pendingRemovals.not_before })
  const renew = async () => {
    const [renewed] = await moveTo(fromNow(lease.held_for))
    if (renewed) lockedUntil = renewed.not_before
  }
  const timer = setInterval(() => {
    // the next renewal makes up for a failed one; too many are noticed at the end
    renewing = renewing.then(renew).catch(() => undefined)
  }, lease.renew_ms)
  timer.unref()

  async function stopRenewing(): Promise<void> {
    clearInterval(timer)
    await renewing
  }
  async function end(db: Handle): Promise<boolean> {
    await stopRenewing()
    const { rowCount } = await db.delete(pendingRemovals).where(ours())
    return rowCount === 1
  }
  return {
    keep: end,
    async release() {
      await end(database)
    },
    async scheduleDeletion() {
      await stopRenewing()
      await scheduleDeletion(database, [{ bucket: row.bucket, prefix: row.prefix }])
    },
    async retryLater() {
      await stopRenewing()
      await moveTo(fromNow(RETRY))
    },
  }
}
