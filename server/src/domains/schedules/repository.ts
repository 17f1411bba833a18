import type { Handle, Transaction } from '@podium/database/connect.ts'
import { liveStates } from '@podium/database/schema/runs.ts'
import { schedules, scheduleTimes } from '@podium/database/schema/schedules.ts'
import { and, asc, eq, getTableColumns, lte, sql } from 'drizzle-orm'
import { query } from '../rows.ts'

export type ScheduleRow = typeof schedules.$inferSelect
export type NewTime = Omit<typeof scheduleTimes.$inferInsert, 'schedule_id'>

const MOST_AT_ONCE = 1000

/** The schedules of which a time has come, those that wait longest first. */
export function readDue(db: Handle, now: Date): Promise<ScheduleRow[]> {
  return db
    .select()
    .from(schedules)
    .where(lte(schedules.next_at, now.toISOString()))
    .orderBy(asc(schedules.next_at), asc(schedules.id))
    .limit(MOST_AT_ONCE)
}

export interface WaitingTime {
  schedule: ScheduleRow
  due_at: string
}

/** The times that wait for the run before. */
export function readWaiting(db: Handle): Promise<WaitingTime[]> {
  return db
    .select({ schedule: schedules, due_at: scheduleTimes.due_at })
    .from(scheduleTimes)
    .innerJoin(schedules, eq(schedules.id, scheduleTimes.schedule_id))
    .where(sql`outcome = 'waiting'`)
    .orderBy(asc(scheduleTimes.due_at))
    .limit(MOST_AT_ONCE)
}

export async function readNextAt(db: Handle): Promise<string | null> {
  const found = await query(db).first<{ next_at: string | null }>(
    sql`select min(next_at) as next_at from schedules`,
  )
  return found?.next_at ?? null
}

/** The runs of the schedule that go on. */
export async function liveRunsOf(db: Handle, id: string): Promise<{ id: string; name: string }[]> {
  return query(db).rows(sql`
    select id, name from runs where schedule_id = ${id}::uuid and state in (${liveStates}) order by created_at`)
}

export function hasWaiting(db: Handle, id: string): Promise<boolean> {
  return query(db).any(
    sql`select from schedule_times where schedule_id = ${id}::uuid and outcome = 'waiting'`,
  )
}

/** When its newest settled time was; null before the first. */
export async function newestTime(db: Handle, id: string): Promise<string | null> {
  const found = await query(db).first<{ due_at: string | null }>(
    sql`select max(due_at) as due_at from schedule_times where schedule_id = ${id}::uuid`,
  )
  return found?.due_at ?? null
}

/**
 * Writes what became of the times that are due, and which comes next.
 * @param due as it was read: where another server was faster, or the schedule was changed, nothing is written
 * @returns whether it was written
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

/** Writes what became of a time that waited. @returns false where another server was faster */
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

/** The record of a time is kept so long, and of the newest five, which the page of the schedule shows, longer. */
const KEPT_DAYS = 90
const KEPT_TIMES = 5

/** A statement forgets so many, so that it ends in time however many there are. */
const FORGOTTEN_AT_ONCE = 10_000

/** Forgets what became of times long ago. The newest stays: from it on the next time is sought. */
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
