import type { listRunNames } from '@podium/contract/calls/run-list.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import { columnsOf, query } from '../../rows.ts'
import { argumentOf } from './parameter-names.ts'

/** Number of newest runs whose names are collected. */
const NEWEST = 1_000
/** Maximum number of names of one kind in the answer. */
const MOST = 200

type RunNames = ReplyOf<typeof listRunNames>

/** The names that the newest runs of the workspace can be filtered by and shown with, the most frequent first. */
export async function readRunNames(db: Handle, workspaceId: string): Promise<RunNames> {
  const most = sql.raw(String(MOST))
  const counted = (table: SQL, name: SQL) => sql`coalesce((
    select json_agg(json_build_object('name', name, 'runs', runs)) from (
      select ${name} as name, count(*) as runs from ${table} where run_id in (select id from newest)
      group by 1 order by count(*) desc, 1 limit ${most}
    ) counted), '[]')`
  const names = (of: SQL) => sql`array(select distinct name from ${of} order by name limit ${most})`
  // A run whose parameters are all of one step shows them without it.
  const parameters = sql`(
    select run_id, case when min(split_part(name, '.', 1)) over run = max(split_part(name, '.', 1)) over run
      then ${argumentOf(sql`name`)} else name end as name
    from run_parameters where run_id in (select id from newest) window run as (partition by run_id)
  ) as named`
  const columns = columnsOf<RunNames>({
    figures: counted(sql`run_figures`, sql`name`),
    parameters: counted(parameters, sql`name`),
    tags: counted(sql`run_tags`, sql`tag`),
    people: sql`coalesce((
      select json_agg(json_build_object('username', username, 'display_name', display_name)) from (
        select username, display_name from accounts where id in (select created_by from newest)
        order by lower(display_name), username limit ${most}
      ) person), '[]')`,
    solutions: names(sql`solutions where id in (select solution_id from newest)`),
    streams: names(sql`streams where id in (select stream_id from newest)`),
  })
  const found = await query(db).first<RunNames>(sql`
    with newest as materialized (
      select id, solution_id, stream_id, created_by from runs where workspace_id = ${workspaceId}::uuid
      order by created_at desc, id desc limit ${sql.raw(String(NEWEST))}
    )
    select ${columns}`)
  return found ?? { figures: [], parameters: [], tags: [], people: [], solutions: [], streams: [] }
}
