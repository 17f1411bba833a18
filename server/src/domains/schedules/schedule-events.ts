import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import { managersOf, queueEvents } from '../notifications/queue.ts'

/** Queues one event for each schedule that was paused. */
export function tellOfPauses(db: Handle): Promise<void> {
  const paused = sql`update schedules set pause_told = true where not pause_told returning id`
  const events = scheduleEvents(sql`paused`, 'schedule.paused', sql`s.detail`)
  return queueEvents(db, sql`${events} where not s.active`, sql`paused as (${paused})`)
}

/** Queues the event that times were missed while the server was off, in the transaction that records them. */
export function tellOfMissed(tx: Handle, scheduleId: string, missed: number): Promise<void> {
  const times = missed === 1 ? 'One time was missed' : `${missed} times were missed`
  const detail = sql`${`${times}: Podium was off, or could not start the run in time.`}::text`
  return queueEvents(tx, scheduleEvents(sql`(select ${scheduleId}::uuid as id)`, 'schedule.missed', detail))
}

/** Queues the event that a time was refused, once for repeated refusals with the same reason. */
export function tellOfRefused(tx: Handle, scheduleId: string, due_at: string, reason: string): Promise<void> {
  const isNew = sql`select ${scheduleId}::uuid as id where not exists (
    select from (select outcome, detail from schedule_times
      where schedule_id = ${scheduleId}::uuid and due_at < ${due_at}::timestamptz order by due_at desc limit 1) before
    where before.outcome = 'refused' and before.detail = ${reason})`
  return queueEvents(tx, scheduleEvents(sql`(${isNew})`, 'schedule.missed', sql`${reason}::text`))
}

/** Notifies the managers of the workspace instead if the schedule's person can no longer access it. */
function scheduleEvents(told: SQL, name: string, detail: SQL): SQL {
  const isIn = sql`a.deleted_at is null and a.locked_by_admin_at is null and (a.role = 'ADMIN' or exists (
    select from current_members m where m.workspace_id = w.id and m.account_id = a.id))`
  return sql`
    select s.workspace_id, null::uuid as run_id, array[${name}::text] as names,
      case when ${isIn} then array[a.id] else ${managersOf(sql`w.id`)} end as people,
      jsonb_build_object('workspace', jsonb_build_object('id', w.id, 'name', w.display_name),
        'schedule', jsonb_build_object('id', s.id, 'stream_id', t.id, 'stream_name', t.name, 'cron', s.cron,
          'time_zone', s.time_zone, 'runs_as', a.username, 'detail', ${detail})) as facts
    from ${told} told join schedules s on s.id = told.id join workspaces w on w.id = s.workspace_id
    join streams t on t.id = s.stream_id join accounts a on a.id = s.run_as`
}
