import type { Database, Handle } from '@podium/database/connect.ts'
import { pendingRemovals } from '@podium/database/schema/solutions.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { query } from '../rows.ts'

/** Objects of a bucket: all below the prefix, which ends with '/', or with a state of the bucket as its prefix, the bucket. */
export interface ObjectPrefix {
  bucket: string
  prefix: string
}

/** What a row says of a bucket as a whole, in place of a prefix that objects could have. */
export const bucketState = {
  /** it is removed with everything in it */
  deleted: '',
  /** its name is being given to a workspace; nothing is removed when the row goes */
  reserved: '/',
  /** it is removed if nothing lies in it */
  abandoned: '//',
} as const

/** How long a row stays held when its server falls silent, and how often a living server renews it. */
export interface Lease {
  held_for: string
  renew_ms: number
}

/** For uploads of any size: a server that is merely busy loses nothing. */
const LONG_LEASE: Lease = { held_for: '2 minutes', renew_ms: 20_000 }
/** For what takes a moment: together with the time between two sweeps less than a minute. */
export const SHORT_LEASE: Lease = { held_for: '25 seconds', renew_ms: 5_000 }

/** After a failed removal the row waits before it is tried again, so that others come first. */
const RETRY = '1 minute'

/** The column keeps milliseconds and would round up: what is given up now is due now, not in a moment. */
const DUE = sql`date_trunc('milliseconds', now())`

const fromNow = (interval: string) => sql`now() + ${interval}::interval`

const rowOf = ({ bucket, prefix }: ObjectPrefix) =>
  and(eq(pendingRemovals.bucket, bucket), eq(pendingRemovals.prefix, prefix))

/**
 * Objects that are being written, or a bucket. They count as given up unless they are kept: when this server dies, the
 * next sweep removes what was written.
 */
export interface Reservation {
  /** Keeps the objects in the transaction that writes the row they belong to. @returns whether they were still reserved */
  keep(tx: Handle): Promise<boolean>
  /** Gives the objects up: what was written is removed by the next sweep. */
  giveUp(): Promise<void>
  /** Ends the reservation; the objects stay. */
  letGo(): Promise<void>
}

/** Reserves the objects, or answers null while another server or call writes them or they are still being removed. */
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
  return row ? hold(database, { ...objects, ...row }, lease) : null
}

/** Gives the objects up with the transaction: once it has committed they will be removed, whatever fails. */
export async function giveUp(db: Handle, objects: ObjectPrefix[], not_before: SQL = DUE): Promise<void> {
  if (objects.length === 0) return
  await db
    .insert(pendingRemovals)
    .values(objects.map((each) => ({ ...each, not_before })))
    .onConflictDoUpdate({
      target: [pendingRemovals.bucket, pendingRemovals.prefix],
      set: { not_before },
    })
}

/** As giveUp, where something may still be written below the prefix for that long; an interval of PostgreSQL. */
export async function giveUpAfter(db: Handle, objects: ObjectPrefix, interval: string): Promise<void> {
  await giveUp(db, [objects], fromNow(interval))
}

/** Whether anything below the prefix is reserved or not removed yet; rows with one of the excepted states do not count. */
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
 * Claims the removal that waits longest of those asked for. A bucket comes when nothing in it is written or removed any
 * more: last. While its server lives a claim does not end, so that what the next owner of a name writes is not removed.
 */
export async function claimNext(database: Database, asked: SQL = sql`true`) {
  const states = sql`(${bucketState.deleted}, ${bucketState.reserved}, ${bucketState.abandoned})`
  const row = await query(database).first<Row>(sql`
    update pending_removals set not_before = ${fromNow(SHORT_LEASE.held_for)}
    where (bucket, prefix) = (
      select p.bucket, p.prefix from pending_removals p
      where ${asked} and p.not_before <= now() and (p.prefix not in ${states} or not exists (
        select from pending_removals o
        where o.bucket = p.bucket and o.prefix not in ${states}))
      order by p.created_at limit 1 for update of p skip locked
    )
    returning bucket, prefix, not_before`)
  return row ? { bucket: row.bucket, prefix: row.prefix, ...hold(database, row, SHORT_LEASE) } : null
}

/** Renews the row until the reservation or the removal ends. */
function hold(database: Database, row: Row, lease: Lease) {
  let heldUntil = row.not_before
  let renewing: Promise<unknown> = Promise.resolve()
  // another holder has taken the row over when its time is another one
  const ours = () => and(rowOf(row), eq(pendingRemovals.not_before, heldUntil))
  const moveTo = (not_before: SQL) =>
    database
      .update(pendingRemovals)
      .set({ not_before })
      .where(ours())
      .returning({ not_before: pendingRemovals.not_before })
  const renew = async () => {
    const [renewed] = await moveTo(fromNow(lease.held_for))
    if (renewed) heldUntil = renewed.not_before
  }
  const timer = setInterval(() => {
    // a renewal that fails is made up for by the next one; one too many shows at the end
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
    async letGo() {
      await end(database)
    },
    async giveUp() {
      await stopRenewing()
      await giveUp(database, [{ bucket: row.bucket, prefix: row.prefix }])
    },
    async retryLater() {
      await stopRenewing()
      await moveTo(fromNow(RETRY))
    },
  }
}
