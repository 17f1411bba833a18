import {
  type DataSet,
  type DataSetVersion,
  type DataSetVersionInfo,
  listDataSets as listRoute,
} from '@podium/contract/calls/data-sets.ts'
import type { dataSetRead } from '@podium/contract/rules/data-set-address.ts'
import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Call, Sent } from '../../http/call.ts'
import { matches, orderOf, type SortColumns } from '../../http/list.ts'
import { columnsOf, listRows, query, type ReplyColumns, selectFirst, selectRows } from '../rows.ts'

const accountName = (account: SQL) =>
  sql`coalesce((select display_name from accounts where id = ${account}), 'host')`

const newest = sql`left join lateral (
  select v.number, v.files, v.bytes, v.created_by from data_set_versions v
  where v.data_set_id = d.id and v.number is not null order by v.number desc limit 1) newest on true`

const usesOf = (column: SQL) => sql`from data_set_versions v join data_set_uses u on u.version_id = v.id
  join runs r on r.id = u.run_id where v.data_set_id = ${column}`

const SET: ReplyColumns<DataSet> = {
  id: sql`d.id`,
  name: sql`d.name`,
  note: sql`d.note`,
  workspace_id: sql`d.workspace_id`,
  workspace_name: sql`(select name from workspaces where id = d.workspace_id)`,
  version: sql`newest.number`,
  versions: sql`(select count(*)::int from data_set_versions v where v.data_set_id = d.id and v.number is not null)`,
  files: sql`coalesce(newest.files, 0)`,
  size: sql`coalesce(newest.bytes, 0)::float8`,
  runs: sql`(select count(distinct r.id)::int ${usesOf(sql`d.id`)})`,
  last_run: sql`(select json_build_object('id', r.id, 'name', r.name) ${usesOf(sql`d.id`)}
    order by r.created_at desc, r.id desc limit 1)`,
  created_by: accountName(sql`d.created_by`),
  created_at: sql`d.created_at`,
  updated_by: accountName(sql`coalesce(newest.created_by, d.created_by)`),
  updated_at: sql`d.updated_at`,
  revision: sql`d.revision`,
}

const SORTS: SortColumns<typeof listRoute> = {
  name: sql`lower(d.name)`,
  created_at: sql`d.created_at`,
  updated_at: sql`d.updated_at`,
}

export async function listDataSets(db: Handle, workspace: string, query: Call<typeof listRoute>['query']) {
  const where = sql`d.workspace_id = ${workspace}::uuid and ${matches(query.q, [sql`d.name`, sql`d.note`])}`
  const order = orderOf(listRoute, query.sort, SORTS, sql`d.id`, listRoute.list.sorts)
  const from = sql`data_sets d ${newest}`
  const { rows, total } = await listRows<Sent<DataSet>>(db, { columns: SET, from, where, order, page: query })
  return { data_sets: rows, total }
}

export function readDataSet(db: Handle, id: string): Promise<Sent<DataSet> | null> {
  return selectFirst<Sent<DataSet>>(db, SET, sql`from data_sets d ${newest} where d.id = ${id}::uuid`)
}

const VERSION: ReplyColumns<DataSetVersion> = {
  version: sql`v.number`,
  note: sql`v.note`,
  files: sql`v.files`,
  size: sql`v.bytes::float8`,
  runs: sql`(select count(distinct run_id)::int from data_set_uses where version_id = v.id)`,
  from_folder: sql`v.from_folder`,
  created_by: accountName(sql`v.created_by`),
  created_at: sql`v.created_at`,
}

export async function listVersions(db: Handle, id: string, page: { page: number; page_size: number }) {
  const { rows, total } = await listRows<Sent<DataSetVersion>>(db, {
    columns: VERSION,
    from: sql`data_set_versions v`,
    where: sql`v.data_set_id = ${id}::uuid and v.number is not null`,
    order: sql`v.number desc`,
    page,
  })
  return { versions: rows, total }
}

/** Returns null if the data set has no version of that number. */
export async function readVersion(
  db: Handle,
  id: string,
  number: number,
): Promise<Sent<DataSetVersionInfo> | null> {
  const found = await selectFirst<Sent<Omit<DataSetVersionInfo, 'uses'>>>(
    db,
    { ...VERSION, changes: sql`v.changes` },
    sql`from data_set_versions v where v.data_set_id = ${id}::uuid and v.number = ${number}`,
  )
  return found && { ...found, uses: await runsThatRead(db, id, number) }
}

const MAX_USES = sql.raw('20')

type Use = Sent<DataSetVersionInfo['uses'][number]>

const USE: ReplyColumns<Use> = {
  run_id: sql`r.id`,
  run_name: sql`r.name`,
  stream_name: sql`(select name from streams where id = r.stream_id)`,
  state: sql`r.state`,
  created_at: sql`r.created_at`,
}

function runsThatRead(db: Handle, id: string, number: number) {
  return query(db).rows<Use>(sql`
    select distinct ${columnsOf<Use>(USE)}
    ${usesOf(sql`${id}::uuid`)} and v.number = ${number} order by r.created_at desc, r.id desc limit ${MAX_USES}`)
}

/** The versions that a run was given, in order of the addresses. */
export function dataSetsOfRun(db: Handle, run: string) {
  return selectRows<z.infer<typeof dataSetRead>>(
    db,
    { id: sql`d.id`, name: sql`d.name`, version: sql`v.number`, address: sql`u.address` },
    sql`from data_set_uses u
    join data_set_versions v on v.id = u.version_id join data_sets d on d.id = v.data_set_id
    where u.run_id = ${run}::uuid order by u.address`,
  )
}

/** Finds a version of a data set by its number; null if there is none. */
export function findVersion(db: Handle, id: string, number: number) {
  return query(db).first<{ id: string; number: number }>(
    sql`select id, number from data_set_versions where data_set_id = ${id}::uuid and number = ${number}`,
  )
}

/** Returns the id of the newest remaining version before that number; null for the first. */
export async function versionBefore(db: Handle, id: string, number: number): Promise<string | null> {
  const found = await query(db).first<{ id: string }>(sql`
    select id from data_set_versions where data_set_id = ${id}::uuid and number < ${number}
    order by number desc limit 1`)
  return found?.id ?? null
}
