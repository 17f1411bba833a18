import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { type ReadEvent, readAuditAfter } from '../domains/audit/reads.ts'
import { query } from '../domains/rows.ts'

const AT_ONCE = 100

/** Up to where the trail was once read, and when, on the database's clock. */
export interface Horizon {
  id: number
  at: string
}

/**
 * The next events before which none can come any more. Ids are given before their transactions end, so a missing one may
 * still appear, or its transaction was undone; which of the two is known when every transaction has ended that was under
 * way when the gap was seen.
 * @param after id of the last event that was taken
 * @param seen what the last look answered: while the same gap is open it stays, so that later transactions do not count
 */
export async function readSettled(
  db: Handle,
  after: number,
  seen: Horizon | null,
): Promise<{ events: ReadEvent[]; seen: Horizon | null; isAll: boolean }> {
  const isSettled = seen !== null && (await isOver(db, seen.at))
  const settled = isSettled ? seen.id : after
  const rows = await readAuditAfter(db, after, AT_ONCE)
  let next = after + 1
  const gap = rows.findIndex(({ id }) => {
    const follows = id === next || id <= settled
    next = id + 1
    return !follows
  })
  const taken = gap < 0 ? rows : rows.slice(0, gap)
  const [behind, last] = [rows[gap], rows.at(-1)]
  const isSameGap = !isSettled && seen !== null && behind !== undefined && behind.id <= seen.id
  return {
    events: taken.map(({ seen_at: _, ...event }) => event),
    seen: isSameGap ? seen : behind && last ? { id: last.id, at: last.seen_at } : null,
    isAll: gap < 0 && rows.length < AT_ONCE,
  }
}

/** Whether every transaction of this role has ended that had begun by then. */
async function isOver(db: Handle, at: string): Promise<boolean> {
  return !(await query(db).any(sql`
    select from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
      and xact_start <= ${at}::timestamptz`))
}
