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
import { columnsOf, listRows, type ReplyColumns, selectFirst } from '../rows.ts'

const TIME: ReplyColumns<ScheduleTime> = {
  due_at: sql`t.due_at`,
  outcome: sql`t.outcome`,
  detail: sql`t.detail`,
  earlier_missed: sql`t.earlier_missed`,
  run_id: sql`r.id`,
  run_name: sql`coalesce(r.name, '')`,
  run_state: sql`r.state`,
}
const TIMES = sql`schedule_times t left join runs r on r.id = t.run_id`

const accountName = (id: SQL) => sql`(select username from accounts where id = ${id})`

const SCHEDULES = sql`schedules s join streams stream on stream.id = s.stream_id
  join instances i on i.id = stream.instance_id`

/** A schedule without its next times, which are computed outside the database. */
export type Found = Omit<Schedule, 'next'>

const COLUMNS: ReplyColumns<Found> = {
  id: sql`s.id`,
  workspace_id: sql`s.workspace_id`,
  stream_id: sql`s.stream_id`,
  stream_name: sql`stream.name`,
  instance_id: sql`stream.instance_id`,
  solution_id: sql`i.solution_id`,
  solution_name: sql`(select name from solutions where id = i.solution_id)`,
  version_num: sql`(select version_num from solution_versions where id = i.solution_version_id)`,
  pipeline: sql`s.pipeline`,
  model_from: sql`coalesce(s.model_from, '')`,
  cron: sql`s.cron`,
  time_zone: sql`s.time_zone`,
  active: sql`s.active`,
  when_missed: sql`s.when_missed`,
  when_running: sql`s.when_running`,
  detail: sql`s.detail`,
  runs_as: accountName(sql`s.run_as`),
  created_by: accountName(sql`s.created_by`),
  created_at: sql`s.created_at`,
  updated_at: sql`s.updated_at`,
  revision: sql`s.revision`,
  last: sql`(select row_to_json(last) from (
    select ${columnsOf<ScheduleTime>(TIME)} from ${TIMES} where t.schedule_id = s.id order by t.due_at desc limit 1
  ) last)`,
}

export async function listOf(db: Handle, workspace: string, query: Call<typeof listSchedules>['query']) {
  const { q, stream_id, instance_id, sort } = query
  const wanted = [sql`s.workspace_id = ${workspace}::uuid`, matches(q, [sql`stream.name`])]
  if (stream_id !== undefined) wanted.push(hasId(sql`s.stream_id`, stream_id))
  if (instance_id !== undefined) wanted.push(hasId(sql`stream.instance_id`, instance_id))
  const { rows, total } = await listRows<Found>(db, {
    columns: COLUMNS,
    from: SCHEDULES,
    where: sql.join(wanted, sql` and `),
    order: orderOf(listSchedules, sort, { created_at: sql`s.created_at` }, sql`s.id`, ['created_at']),
    page: query,
  })
  return { rows: rows.map(inUtc), total }
}

/** null if it was deleted. */
export async function readOne(db: Handle, id: string): Promise<Found | null> {
  const found = await selectFirst<Found>(db, COLUMNS, sql`from ${SCHEDULES} where s.id = ${id}::uuid`)
  return found && inUtc(found)
}

/** PostgreSQL writes instants in JSON in a format of its own. */
function inUtc({ last, ...found }: Found): Found {
  return { ...found, last: last && { ...last, due_at: new Date(last.due_at).toISOString() } }
}

export async function listTimes(db: Handle, id: string, query: Call<typeof listScheduleTimes>['query']) {
  const { rows, total } = await listRows<ScheduleTime>(db, {
    columns: TIME,
    from: TIMES,
    where: sql`t.schedule_id = ${id}::uuid and ${matches(query.q, [sql`t.detail`, sql`r.name`])}`,
    order: orderOf(listScheduleTimes, query.sort, { due_at: sql`t.due_at` }, sql`t.due_at`, ['due_at']),
    page: query,
  })
  return { times: rows, total }
}
