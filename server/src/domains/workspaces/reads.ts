import type { OwnWorkspace } from '@podium/contract/calls/auth.ts'
import {
  type checkWorkspaceDeletion,
  listWorkspaces as listRoute,
  type Workspace,
} from '@podium/contract/calls/workspaces.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import { workspaceFields } from '@podium/contract/rules/workspace-fields.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import type { Handle } from '@podium/database/connect.ts'
import { liveStates } from '@podium/database/schema/runs.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../../http/call.ts'
import { type ListQuery, matches, orderOf, type SortColumns } from '../../http/list.ts'
import { fieldColumns } from '../record-fields.ts'
import { columnsOf, listRows, query, type ReplyColumns, selectFirst, selectRows } from '../rows.ts'

/** The caller who reads the list. */
export type Reader = Pick<Caller, 'account_id' | 'role'>

export type Page = ListQuery<string>

const FIRST_MEMBER: ReplyColumns<Workspace['first_members'][number]> = {
  account_id: sql`o.account_id`,
  display_name: sql`a.display_name`,
  role: sql`o.role`,
}
/**
 * The first five members, managers before others. They are chosen before their names are looked up, so that a row costs
 * little however many members there are; the chosen ones are sorted by name.
 */
const FIRST_MEMBERS = sql`(
  select coalesce(json_agg(first), '[]') from (
    select ${columnsOf(FIRST_MEMBER)}
    from (
      select account_id, role, created_at from current_members where workspace_id = w.id
      order by role <> 'MANAGER', created_at, account_id limit 5
    ) o join accounts a on a.id = o.account_id
    order by o.role <> 'MANAGER', lower(a.display_name), o.account_id
  ) first)`
const OWN: ReplyColumns<OwnWorkspace> = {
  id: sql`w.id`,
  name: sql`w.name`,
  role: sql`coalesce(m.role, 'MANAGER')`,
  member: sql`m.role is not null`,
  ends_at: sql`m.ends_at`,
  members_may_only_look: sql`w.members_may_only_look`,
  display_name: sql`w.display_name`,
  dashboard_hash: sql`w.dashboard_hash`,
  edge_conductor_url: sql`w.edge_conductor_url`,
}
const COLUMNS: ReplyColumns<Workspace> = {
  ...OWN,
  ...fieldColumns(workspaceFields, sql`w`),
  execution_specs: sql`w.execution_specs`,
  member_count: sql`(select count(*)::int from current_members where workspace_id = w.id)`,
  first_members: FIRST_MEMBERS,
  created_at: sql`w.created_at`,
  updated_at: sql`w.updated_at`,
  revision: sql`w.revision`,
}

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
  const found = await selectFirst<Workspace>(db, COLUMNS, sql`from ${from} where w.id = ${id}::uuid`)
  return found ?? fail('NOT.FOUND')
}

/** The workspaces of a signed-in person, as login and session return them. */
export function listOwnWorkspaces(db: Handle, reader: Reader): Promise<OwnWorkspace[]> {
  const { from, where } = seenBy(reader)
  return selectRows<OwnWorkspace>(db, OWN, sql`from ${from} where ${where} order by w.name`)
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

type Contents = Omit<ReplyOf<typeof checkWorkspaceDeletion>['contains'], 'bytes'> & { live: number }

/** The contents of a workspace; `live` counts the live runs. */
export async function countContents(db: Handle, id: string): Promise<Contents> {
  const rowsOf = (table: SQL) => sql`(select count(*)::int from ${table} where workspace_id = ${id}::uuid)`
  const contents = await selectFirst<Contents>(
    db,
    {
      solutions: rowsOf(sql`solutions`),
      instances: rowsOf(sql`instances`),
      streams: rowsOf(sql`streams`),
      data_sets: rowsOf(sql`data_sets`),
      variables: rowsOf(sql`variables`),
      schedules: rowsOf(sql`schedules`),
      webhooks: rowsOf(sql`webhooks`),
      members: rowsOf(sql`current_members`),
      runs: sql`kept.runs`,
      live: sql`kept.live`,
    },
    sql`from (
      select coalesce(sum(runs), 0)::int as runs,
        coalesce(sum(runs) filter (where state in (${liveStates})), 0)::int as live
      from run_totals where workspace_id = ${id}::uuid
    ) kept`,
  )
  if (!contents) throw new Error('the contents of a workspace were not counted')
  return contents
}

/** The buckets of all workspaces. */
export async function listBuckets(db: Handle): Promise<string[]> {
  type Row = { bucket: string }
  const rows = await query(db).rows<Row>(sql`select s3_bucket_name as bucket from workspaces order by bucket`)
  return rows.map(({ bucket }) => bucket)
}
