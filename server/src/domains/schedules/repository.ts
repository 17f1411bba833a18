import type { Handle, Transaction } from '@podium/database/connect.ts'
import { liveStates } from '@podium/database/schema/runs.ts'
import { schedules, scheduleTimes } from '@podium/database/schema/schedules.ts'
import { and, asc, eq, getTableColumns, lte, sql } from 'drizzle-orm'
import { query } from '../rows.ts'

export type ScheduleRow = typeof schedules.$inferSelect
export type NewTime = Omit<typeof scheduleTimes.$inferInsert, 'schedule_id'>

const MAX_AT_ONCE = 1000

/** The due schedules, the longest overdue first. */
export function readDue(db: Handle, now: Date): Promise<ScheduleRow[]> {
  return db
    .select()
    .from(schedules)
    .where(lte(schedules.next_at, now.toISOString()))
    .orderBy(asc(schedules.next_at), asc(schedules.id))
    .limit(MAX_AT_ONCE)
}

export interface WaitingTime {
  schedule: ScheduleRow
  due_at: string
}

/** The times that wait for the end of the previous run. */
export function readWaiting(db: Handle): Promise<WaitingTime[]> {
  return db
    .select({ schedule: schedules, due_at: scheduleTimes.due_at })
    .from(scheduleTimes)
    .innerJoin(schedules, eq(schedules.id, scheduleTimes.schedule_id))
    .where(sql`outcome = 'waiting'`)
    .orderBy(asc(scheduleTimes.due_at))
    .limit(MAX_AT_ONCE)
}

export async function readNextAt(db: Handle): Promise<string | null> {
  const found = await query(db).first<{ next_at: string | null }>(
    sql`select min(next_at) as next_at from schedules`,
  )
  return found?.next_at ?? null
}

/** The live runs of the schedule. */
export async function liveRunsOf(db: Handle, id: string): Promise<{ id: string; name: string }[]> {
  return query(db).rows(sql`
    select id, name from runs where schedule_id = ${id}::uuid and state in (${liveStates}) order by created_at`)
}

export function hasWaiting(db: Handle, id: string): Promise<boolean> {
  return query(db).any(
    sql`select from schedule_times where schedule_id = ${id}::uuid and outcome = 'waiting'`,
  )
}

/** The newest settled time; null before the first. */
export async function newestTime(db: Handle, id: string): Promise<string | null> {
  const found = await query(db).first<{ due_at: string | null }>(
    sql`select max(due_at) as due_at from schedule_times where schedule_id = ${id}::uuid`,
  )
  return found?.due_at ?? null
}

/**
 * Writes the outcomes of the due times and the next time.
 * @param due the schedule as it was read: writes nothing if another server was faster or the schedule was changed
 * @returns true if it was written
 */
export async function settleDue(
  tx: Transaction,
  due: Pick<ScheduleRow, 'id' | 'next_at' | 'revision'>,
  next_at: string | null,
  times: readonly NewTime[],
): Promise<boolean> {
  const isSame = and(
    eq(schedules.id, due.id),
    eq(schedules.next_at, due.next_at ?? ''),
    eq(schedules.revision, due.revision),
  )
  const written = await tx.update(schedules).set({ next_at }).where(isSame).returning({ id: schedules.id })
  if (written.length === 0) return false
  await addTimes(tx, due.id, times)
  return true
}

export async function addTimes(
  tx: Transaction,
  schedule_id: string,
  times: readonly NewTime[],
): Promise<void> {
  if (times.length > 0) await tx.insert(scheduleTimes).values(times.map((time) => ({ ...time, schedule_id })))
}

/** Writes the outcome of a waiting time. @returns false if another server was faster */
export async function settleWaiting(
  tx: Handle,
  { schedule: { id }, due_at }: WaitingTime,
  change: Pick<NewTime, 'outcome' | 'run_id' | 'detail'>,
): Promise<boolean> {
  const isIt = and(
    eq(scheduleTimes.schedule_id, id),
    eq(scheduleTimes.due_at, due_at),
    eq(scheduleTimes.outcome, 'waiting'),
  )
  const written = await tx
    .update(scheduleTimes)
    .set(change)
    .where(isIt)
    .returning({ id: scheduleTimes.schedule_id })
  return written.length > 0
}

/** Days that outcomes are kept. The newest five, shown on the schedule's page, stay longer. */
const KEPT_DAYS = 90
const KEPT_TIMES = 5

/** Maximum rows deleted per statement, so that it finishes in time. */
const FORGOTTEN_AT_ONCE = 10_000

/** Deletes old outcomes. The newest stays, because the next time is computed from it. */
export async function forgetOldTimes(db: Handle, now: Date): Promise<void> {
  for (;;) {
    const { rowCount } = await db.execute(sql`
      delete from schedule_times where (schedule_id, due_at) in (
        select t.schedule_id, t.due_at from schedules s, lateral (
          select due_at from schedule_times where schedule_id = s.id
          order by due_at desc offset ${KEPT_TIMES - 1} limit 1
        ) kept, schedule_times t
        where t.schedule_id = s.id and t.due_at < kept.due_at and t.outcome <> 'waiting'
          and t.due_at < ${now.toISOString()}::timestamptz - make_interval(days => ${KEPT_DAYS})
        limit ${FORGOTTEN_AT_ONCE})`)
    if ((rowCount ?? 0) < FORGOTTEN_AT_ONCE) return
  }
}

export async function lockSchedule(tx: Transaction, id: string) {
  const runs_as = sql<string>`(select username from accounts where id = ${schedules.run_as})`
  const [row] = await tx
    .select({ ...getTableColumns(schedules), runs_as })
    .from(schedules)
    .where(eq(schedules.id, id))
    .for('update')
  return row ?? null
}

export async function updateSchedule(
  tx: Transaction,
  id: string,
  change: Partial<typeof schedules.$inferInsert>,
): Promise<void> {
  await tx
    .update(schedules)
    .set({ ...change, updated_at: sql`now()`, revision: sql`${schedules.revision} + 1` })
    .where(eq(schedules.id, id))
}
