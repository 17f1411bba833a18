import type { OwnWorkspace } from '@podium/contract/calls/auth.ts'
import { listWorkspaces as listRoute, type Workspace } from '@podium/contract/calls/workspaces.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Handle } from '@podium/database/connect.ts'
import { liveStates } from '@podium/database/schema/runs.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../../http/call.ts'
import { type ListQuery, matches, orderOf, type SortColumns } from '../../http/list.ts'
import { listRows, query } from '../rows.ts'

/** The caller who reads the list. */
export type Reader = Pick<Caller, 'account_id' | 'role'>

export type Page = ListQuery<string>

const DISPLAY_NAME = sql`regexp_replace(w.name, '-ws$', '')`
const OWN_ROLE = sql`coalesce(m.role, 'MANAGER') as role, m.role is not null as member, m.ends_at,
  w.members_may_only_look`
/**
 * The first five members, managers before others. They are chosen before their names are looked up, so that a row costs
 * little however many members there are; the chosen ones are sorted by name.
 */
const FIRST_MEMBERS = sql`(
  select coalesce(json_agg(first), '[]') from (
    select o.account_id, a.display_name, o.role
    from (
      select account_id, role, created_at from current_members where workspace_id = w.id
      order by role <> 'MANAGER', created_at, account_id limit 5
    ) o join accounts a on a.id = o.account_id
    order by o.role <> 'MANAGER', lower(a.display_name), o.account_id
  ) first)`
const COLUMNS = sql`w.id, w.name, ${DISPLAY_NAME} as display_name, ${OWN_ROLE}, w.s3_bucket_name,
  coalesce(w.dashboard_hash, '') as dashboard_hash, coalesce(w.edge_conductor_url, '') as edge_conductor_url,
  w.execution_specs, w.network, coalesce(w.queue, '') as queue, w.pending_limit_minutes,
  coalesce(w.system_user, '') as system_user, w.stop_grace_seconds,
  (select count(*)::int from current_members where workspace_id = w.id) as member_count,
  ${FIRST_MEMBERS} as first_members,
  w.created_at, w.updated_at, w.revision`

/** The workspaces `w` that the reader sees, with the reader's membership as `m`. */
export function seenBy({ account_id, role }: Reader): { from: SQL; where: SQL } {
  return {
    from: sql`workspaces w left join current_members m on m.workspace_id = w.id and m.account_id = ${account_id}::uuid`,
    where: role === 'ADMIN' ? sql`true` : sql`m.role is not null`,
  }
}

const SORTS: SortColumns<typeof listRoute> = {
  name: sql`w.name`,
  created_at: sql`w.created_at`,
  updated_at: sql`w.updated_at`,
  member_count: sql`member_count`,
  s3_bucket_name: sql`w.s3_bucket_name`,
}

export async function listWorkspaces(db: Handle, reader: Reader, page: Page) {
  const { from, where } = seenBy(reader)
  const { rows, total } = await listRows<Workspace>(db, {
    columns: COLUMNS,
    from,
    where: sql`${where} and ${matches(page.q, [sql`w.name`, sql`w.s3_bucket_name`])}`,
    order: orderOf(listRoute, page.sort, SORTS, sql`w.id`),
    page,
  })
  return { workspaces: rows, total }
}

/** @throws Failure NOT.FOUND */
export async function readWorkspace(db: Handle, reader: Reader, id: string): Promise<Workspace> {
  const { from } = seenBy(reader)
  const found = await query(db).first<Workspace>(sql`select ${COLUMNS} from ${from} where w.id = ${id}::uuid`)
  return found ?? fail('NOT.FOUND')
}

/** The workspaces of a signed-in person, as login and session return them. */
export function listOwnWorkspaces(db: Handle, reader: Reader): Promise<OwnWorkspace[]> {
  const { from, where } = seenBy(reader)
  return query(db).rows(sql`
    select w.id, w.name, ${OWN_ROLE}, ${DISPLAY_NAME} as display_name, w.dashboard_hash, w.edge_conductor_url
    from ${from} where ${where} order by w.name`)
}

export function isNameTaken(db: Handle, name: string): Promise<boolean> {
  return query(db).any(sql`select from workspaces where name = ${name.replaceAll('\0', '')}`)
}

export function isBucketTaken(db: Handle, bucket: string): Promise<boolean> {
  return query(db).any(sql`select from workspaces where s3_bucket_name = ${bucket}`)
}

export function hasSolutions(db: Handle, id: string): Promise<boolean> {
  return query(db).any(sql`select from solutions where workspace_id = ${id}::uuid limit 1`)
}

type Contents = Record<
  | 'solutions'
  | 'instances'
  | 'streams'
  | 'runs'
  | 'data_sets'
  | 'variables'
  | 'schedules'
  | 'webhooks'
  | 'members'
  | 'live',
  number
>

/** The contents of a workspace; `live` counts the live runs. */
export async function countContents(db: Handle, id: string): Promise<Contents> {
  const rowsOf = (table: SQL) => sql`(select count(*)::int from ${table} where workspace_id = ${id}::uuid)`
  const contents = await query(db).first<Contents>(sql`
    select ${rowsOf(sql`solutions`)} as solutions, ${rowsOf(sql`instances`)} as instances,
      ${rowsOf(sql`streams`)} as streams, ${rowsOf(sql`data_sets`)} as data_sets,
      ${rowsOf(sql`variables`)} as variables, ${rowsOf(sql`schedules`)} as schedules,
      ${rowsOf(sql`webhooks`)} as webhooks, ${rowsOf(sql`current_members`)} as members, kept.runs, kept.live
    from (
      select coalesce(sum(runs), 0)::int as runs,
        coalesce(sum(runs) filter (where state in (${liveStates})), 0)::int as live
      from run_totals where workspace_id = ${id}::uuid
    ) kept`)
  if (!contents) throw new Error('the contents of a workspace were not counted')
  return contents
}

/** The buckets of all workspaces. */
export async function listBuckets(db: Handle): Promise<string[]> {
  type Row = { bucket: string }
  const rows = await query(db).rows<Row>(sql`select s3_bucket_name as bucket from workspaces order by bucket`)
  return rows.map(({ bucket }) => bucket)
}
