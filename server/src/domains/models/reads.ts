import { listModels as listRoute, type Model, type ModelInfo } from '@podium/contract/calls/models.ts'
import type { Database, Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Call, Sent } from '../../http/call.ts'
import { hasId, matches, orderOf, type SortColumns } from '../../http/list.ts'
import { dataSetsOfRun } from '../data-sets/reads.ts'
import { countRows, pageRows, query, type ReplyColumns, selectFirst, selectRows } from '../rows.ts'

// The names around a model are looked up per row, so that a page is cut from an index of the models alone.
const streamName = sql`(select name from streams where id = r.stream_id)`
const solutionName = sql`(select name from solutions where id = r.solution_id)`
const versionNumber = sql`(select version_num from solution_versions where id = r.solution_version_id)`
const version = sql`(${versionNumber} || '.' || r.model_number)`
const modelName = sql`(${streamName} || ' v ' || ${version})`
const isModel = sql`r.model_number is not null`

const accountName = (account: SQL) =>
  sql`coalesce((select display_name from accounts where id = ${account}), 'host')`

const aliases = sql`coalesce((
  select json_agg(json_build_object('name', a.name, 'given_by', ${accountName(sql`a.given_by`)}, 'given_at', a.given_at)
    order by a.name)
  from model_aliases a where a.run_id = r.id
), '[]')`

const COLUMNS: ReplyColumns<Model> = {
  id: sql`r.id`,
  name: modelName,
  version,
  solution_id: sql`r.solution_id`,
  solution_name: solutionName,
  version_num: versionNumber,
  instance_id: sql`r.instance_id`,
  stream_id: sql`r.stream_id`,
  stream_name: streamName,
  run_id: sql`r.id`,
  run_name: sql`r.name`,
  aliases,
  note: sql`r.model_note`,
  metrics: sql`r.metrics`,
  created_by: accountName(sql`r.created_by`),
  created_at: sql`r.ended_at`,
}

const SORTS: SortColumns<typeof listRoute> = {
  name: sql`row(lower(${streamName}), ${versionNumber}, r.model_number)`,
  solution_name: sql`lower(${solutionName})`,
  created_at: sql`r.created_at`,
}

/** A page of the models of a workspace, across all its streams. */
export async function listModels(
  db: Handle,
  workspace: string,
  asked: Call<typeof listRoute>['query'],
): Promise<{ models: Sent<Model>[]; total: number }> {
  const from = sql`runs r`
  const narrowed = narrowedBy(asked)
  const where = sql.join([sql`r.workspace_id = ${workspace}::uuid`, isModel, ...narrowed], sql` and `)
  const order = orderOf(listRoute, asked.sort, SORTS, sql`r.id`, ['created_at'])
  const [models, total] = await Promise.all([
    pageRows<Sent<Model>>(db, { columns: COLUMNS, from, where, order, page: asked }),
    narrowed.length === 0 ? countModels(db, workspace) : countRows(db, from, where),
  ])
  return { models, total }
}

/** Counts all models of a workspace without reading its runs. */
async function countModels(db: Handle, workspace: string): Promise<number> {
  const counting = sql`select coalesce(sum(models), 0)::int as models from run_totals where workspace_id = ${workspace}::uuid`
  return (await query(db).first<{ models: number }>(counting))?.models ?? 0
}

const anAlias = (condition: SQL) =>
  sql`exists (select from model_aliases a where a.run_id = r.id and ${condition})`

/** The conditions of the list's filters. */
function narrowedBy(asked: Call<typeof listRoute>['query']): SQL[] {
  const { q, solution_id, stream_id, alias } = asked
  const searched = [modelName, solutionName, sql`r.name`, sql`r.model_note`]
  const condition: SQL[] = []
  if (solution_id !== undefined) condition.push(hasId(sql`r.solution_id`, solution_id))
  if (stream_id !== undefined) condition.push(hasId(sql`r.stream_id`, stream_id))
  if (alias === '*') condition.push(anAlias(sql`true`))
  else if (alias !== undefined) condition.push(anAlias(sql`a.name = ${alias}`))
  if (q !== undefined) condition.push(sql`(${matches(q, searched)} or ${anAlias(matches(q, [sql`a.name`]))})`)
  return condition
}

type Related = 'data_sets' | 'previous' | 'history' | 'uses' | 'use_count'

/** A model from its own row, with the location of its files. */
export type KnownModel = Sent<
  Omit<ModelInfo, Related | 'bytes' | 'has_file' | 'files' | 'artifacts_trashed_at' | 'artifacts_removed_at'>
> & {
  attempt: number
  bucket: string
  stream_id: string
  solution_name: string
  stream_name: string
  version: string
  id: string
}

/** null if the run left no model. */
export function findModel(db: Handle, id: string): Promise<KnownModel | null> {
  return selectFirst<KnownModel>(
    db,
    {
      ...COLUMNS,
      attempt: sql`r.attempt`,
      parameters: sql`r.parameters`,
      dataset_uri: sql`r.dataset_uri`,
      workspace_id: sql`r.workspace_id`,
      workspace_name: sql`w.name`,
      bucket: sql`w.s3_bucket_name`,
    },
    sql`from runs r join workspaces w on w.id = r.workspace_id where r.id = ${id}::uuid and ${isModel}`,
  )
}

export type RelatedModel = KnownModel & Sent<Pick<ModelInfo, Related>>

/** The model with its origin and its uses, read in parallel and thus not in one transaction; null likewise. */
export async function readModel(db: Database, id: string): Promise<RelatedModel | null> {
  const found = await findModel(db, id)
  if (!found) return null
  const [history, previous, uses, use_count, data_sets] = await Promise.all([
    historyOf(db, found.stream_id),
    previousOf(db, id),
    usesOf(db, id),
    countUses(db, id),
    dataSetsOfRun(db, id),
  ])
  return { ...found, data_sets, history, previous, uses, use_count }
}

const MAX_HISTORY = sql.raw('100')

async function historyOf(db: Handle, stream: string) {
  const rows = await selectRows<Sent<ModelInfo['history'][number]>>(
    db,
    {
      id: sql`r.id`,
      version,
      metrics: sql`r.metrics`,
      aliases: sql`array(select a.name from model_aliases a where a.run_id = r.id order by a.name)`,
    },
    sql`from runs r where r.stream_id = ${stream}::uuid and ${isModel}
    order by r.model_number desc limit ${MAX_HISTORY}`,
  )
  return rows.reverse()
}

/** The model before it in its stream. */
function previousOf(db: Handle, id: string) {
  return selectFirst<Sent<NonNullable<ModelInfo['previous']>>>(
    db,
    { id: sql`r.id`, name: modelName, metrics: sql`r.metrics` },
    sql`from runs r join runs own on own.stream_id = r.stream_id
    where own.id = ${id}::uuid and ${isModel} and r.model_number < own.model_number
    order by r.model_number desc limit 1`,
  )
}

const MAX_USES = sql.raw('20')

function usesOf(db: Handle, id: string) {
  return selectRows<Sent<ModelInfo['uses'][number]>>(
    db,
    {
      run_id: sql`r.id`,
      run_name: sql`r.name`,
      stream_name: streamName,
      state: sql`r.state`,
      created_at: sql`r.created_at`,
    },
    sql`from runs r where r.model_from = ${id}::uuid order by r.created_at desc, r.id desc limit ${MAX_USES}`,
  )
}

async function countUses(db: Handle, id: string): Promise<number> {
  const counting = sql`select count(*)::int as uses from runs where model_from = ${id}::uuid`
  return (await query(db).first<{ uses: number }>(counting))?.uses ?? 0
}
