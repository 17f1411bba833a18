import {
  listSchedules,
  listScheduleTimes,
  type Schedule,
  type ScheduleTime,
} from '@podium/contract/calls/schedules.ts'
import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Call } from '../../http/call.ts'
import { hasId, matches, orderOf } from '../../http/list.ts'
import { listRows, query } from '../rows.ts'

const TIME = sql`t.due_at, t.outcome, t.detail, t.earlier_missed, r.id as run_id, coalesce(r.name, '') as run_name,
  r.state as run_state`
const TIMES = sql`schedule_times t left join runs r on r.id = t.run_id`

const accountName = (id: SQL) => sql`(select username from accounts where id = ${id})`

const COLUMNS = sql`s.id, s.workspace_id, s.stream_id, stream.name as stream_name, stream.instance_id,
  i.solution_id, (select name from solutions where id = i.solution_id) as solution_name,
  (select version_num from solution_versions where id = i.solution_version_id) as version_num,
  s.pipeline, coalesce(s.model_from, '') as model_from, s.cron, s.time_zone, s.active, s.when_missed, s.when_running,
  s.detail, ${accountName(sql`s.run_as`)} as runs_as, ${accountName(sql`s.created_by`)} as created_by, s.created_at,
  s.updated_at, s.revision,
  (select row_to_json(last) from (
    select ${TIME} from ${TIMES} where t.schedule_id = s.id order by t.due_at desc limit 1
  ) last) as last`

const SCHEDULES = sql`schedules s join streams stream on stream.id = s.stream_id
  join instances i on i.id = stream.instance_id`

/** A schedule without its next times, which are computed outside the database. */
export type Found = Omit<Schedule, 'next'>

export async function listOf(db: Handle, workspace: string, asked: Call<typeof listSchedules>['query']) {
  const { q, stream_id, instance_id, sort } = asked
  const wanted = [sql`s.workspace_id = ${workspace}::uuid`, matches(q, [sql`stream.name`])]
  if (stream_id !== undefined) wanted.push(hasId(sql`s.stream_id`, stream_id))
  if (instance_id !== undefined) wanted.push(hasId(sql`stream.instance_id`, instance_id))
  const { rows, total } = await listRows<Found>(db, {
    columns: COLUMNS,
    from: SCHEDULES,
    where: sql.join(wanted, sql` and `),
    order: orderOf(listSchedules, sort, { created_at: sql`s.created_at` }, sql`s.id`, ['created_at']),
    page: asked,
  })
  return { rows: rows.map(inUtc), total }
}

/** null if it was deleted. */
export async function readOne(db: Handle, id: string): Promise<Found | null> {
  const found = await query(db).first<Found>(
    sql`select ${COLUMNS} from ${SCHEDULES} where s.id = ${id}::uuid`,
  )
  return found && inUtc(found)
}

/** PostgreSQL writes instants in JSON in a format of its own. */
function inUtc({ last, ...found }: Found): Found {
  return { ...found, last: last && { ...last, due_at: new Date(last.due_at).toISOString() } }
}

export async function listTimes(db: Handle, id: string, asked: Call<typeof listScheduleTimes>['query']) {
  const { rows, total } = await listRows<ScheduleTime>(db, {
    columns: TIME,
    from: TIMES,
    where: sql`t.schedule_id = ${id}::uuid and ${matches(asked.q, [sql`t.detail`, sql`r.name`])}`,
    order: orderOf(listScheduleTimes, asked.sort, { due_at: sql`t.due_at` }, sql`t.due_at`, ['due_at']),
    page: asked,
  })
  return { times: rows, total }
}
