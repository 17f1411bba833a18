import type { Handle } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { type ReadEvent, readAuditAfter } from '../domains/audit/reads.ts'
import { query } from '../domains/rows.ts'

const AT_ONCE = 100

/** The end of the log at an earlier read, with the time of that read on the database's clock. */
export interface Horizon {
  id: number
  at: string
}

/**
 * Reads the next events, up to the point where earlier ones may still appear. Ids are assigned before transactions end,
 * so a missing id may still appear or may have been rolled back. This is known once every transaction has ended that
 * was open when the gap was seen.
 * @param after id of the last delivered event
 * @param seen the result of the last read: it stays while the same gap is open, so that later transactions do not
 * matter
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

/** True if every transaction of this role that had begun by then has ended. */
async function isOver(db: Handle, at: string): Promise<boolean> {
  return !(await query(db).any(sql`
    select from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
      and xact_start <= ${at}::timestamptz`))
}
