import { createHash } from 'node:crypto'
import type { QueryOf, ReplyOf } from '@podium/contract/call.ts'
import { messages } from '@podium/contract/rules.ts'
import { RUN_STATES, wireStatus } from '@podium/contract/run-state.ts'
import type { listRuns, readMonitoring as readMonitoringRoute } from '@podium/contract/runs.ts'
import type { Database } from '@podium/database/connect.ts'
import { prepareRows } from '@podium/database/prepared-rows.ts'
import { accounts } from '@podium/database/schema/accounts.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { instances, solutions, solutionVersions, streams } from '@podium/database/schema/solutions.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { containing } from '../../http/list.ts'
import { isUuid } from '../../http/scoped-objects.ts'

/** The words of the wire for every state, from the one place that knows them. */
const statusInSql = sql<string>`case ${runs.state} ${sql.join(
  RUN_STATES.map((state) => sql.raw(`when '${state}' then '${wireStatus(state)}'`)),
  sql` `,
)} end`

// What a run belongs to is looked up row by row: to find an order for a join of seven takes longer than to read them.
const versionNumber = sql<number>`(select version_num from ${solutionVersions} where id = ${runs}.solution_version_id)`

/** A run as lists answer it: every column has its name on the wire, so that rows go out as they are. */
export const listColumns = {
  id: runs.id,
  name: runs.name,
  status: statusInSql.as('status'),
  state: runs.state,
  detail: runs.detail,
  pipeline: runs.pipeline,
  stream_id: runs.stream_id,
  stream_name: sql<string>`(select name from ${streams} where id = ${runs}.stream_id)`.as('stream_name'),
  instance_id: runs.instance_id,
  instance_name: sql<string>`(select name from ${instances} where id = ${runs}.instance_id)`.as(
    'instance_name',
  ),
  solution_id: runs.solution_id,
  solution_name: sql<string>`(select name from ${solutions} where id = ${runs}.solution_id)`.as(
    'solution_name',
  ),
  version_num: versionNumber.as('version_num'),
  model_version: sql<string>`coalesce(${versionNumber} || '.' || ${runs.model_number}, '')`.as(
    'model_version',
  ),
  execution_spec: sql<string>`coalesce(${runs.tier_given}, ${runs.tier_asked})`.as('execution_spec'),
  created_by: sql<string>`coalesce(
    (select display_name from ${accounts} where id = ${runs}.created_by), 'host')`.as('created_by'),
  created_at: runs.created_at,
  started_at: runs.started_at,
  ended_at: runs.ended_at,
}

export type ListedRun = Awaited<ReturnType<ReturnType<typeof prepareList>['rows']>>[number]

export type RunListQuery = Omit<QueryOf<typeof listRuns>, 'workspace_name'> & { workspace_id: string }

const SORTS: Record<string, SQL | (typeof runs)['created_at' | 'started_at' | 'ended_at']> = {
  name: sql`lower(${runs.name})`,
  state: sql`${runs.state}`,
  created_at: runs.created_at,
  started_at: runs.started_at,
  ended_at: runs.ended_at,
}

const IDS = ['stream_id', 'instance_id', 'solution_id'] as const

const FILTERS = {
  stream_id: sql`${runs.stream_id} = ${sql.placeholder('stream_id')}`,
  instance_id: sql`${runs.instance_id} = ${sql.placeholder('instance_id')}`,
  solution_id: sql`${runs.solution_id} = ${sql.placeholder('solution_id')}`,
  state: sql`${runs.state} = ${sql.placeholder('state')}`,
  pipeline: sql`${runs.pipeline} = ${sql.placeholder('pipeline')}`,
  q: sql`${runs.search_text} like lower(${sql.placeholder('q')})`,
}
type Filter = keyof typeof FILTERS

/** Lists runs, newest first unless sorted otherwise: one query for the rows, one for the total, both prepared. */
export function createRunReads(db: Database) {
  const prepared = new Map<string, ReturnType<typeof prepareList>>()

  return async function listRuns(query: RunListQuery) {
    const filters = (Object.keys(FILTERS) as Filter[]).filter((name) => query[name])
    if (IDS.some((name) => query[name] && !isUuid(query[name]))) return { stream_histories: [], total: 0 }
    const sort = query.sort ?? '-created_at'
    const shape = [...filters, sort].join(' ')
    const statements = prepared.get(shape) ?? prepareList(db, shape, filters, sort)
    prepared.set(shape, statements)
    const values = {
      ...query,
      q: containing(query.q ?? ''),
      offset: (query.page - 1) * query.page_size,
    }
    const [stream_histories, counted] = await Promise.all([statements.rows(values), statements.count(values)])
    return { stream_histories, total: counted[0]?.total ?? 0 }
  }
}

/** PostgreSQL keeps 63 bytes of a statement's name, so the shape goes into it as a hash. */
function prepareList(db: Database, shape: string, filters: Filter[], sort: string) {
  const name = `runs_${createHash('sha256').update(shape).digest('hex').slice(0, 32)}`
  const column = SORTS[sort.replace('-', '')] ?? runs.created_at
  const direction = sort.startsWith('-') ? desc : asc
  const where = and(
    eq(runs.workspace_id, sql.placeholder('workspace_id')),
    ...filters.map((name) => FILTERS[name]),
  )
  const inOrder = [direction(column), direction(runs.id)]
  // The page is cut from an index before anything is read: rows are wide, and most are on other pages.
  const page = db
    .select({ id: runs.id })
    .from(runs)
    .where(where)
    .orderBy(...inOrder)
    .limit(sql.placeholder('page_size'))
    .offset(sql.placeholder('offset'))
    .as('page')
  // Each is fetched by itself: of a page whose size is a placeholder the planner expects a tenth of all runs, and would
  // read every one of them for it.
  const run = db.select().from(runs).where(eq(runs.id, page.id)).limit(1).as('runs')
  return {
    rows: prepareRows(
      db,
      name,
      db
        .select(listColumns)
        .from(page)
        .crossJoinLateral(run)
        .orderBy(...inOrder),
    ),
    count: prepareRows(
      db,
      `${name}_total`,
      db
        .select({ total: sql<number>`count(*)`.as('total') })
        .from(runs)
        .where(where),
    ),
  }
}

/** The runs with these ids that belong to the workspace, with how far each says it is. */
export async function readChangedRuns(db: Database, workspace: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .select({ ...listColumns, progress: runs.progress })
    .from(runs)
    .where(and(eq(runs.workspace_id, workspace), inArray(runs.id, [...ids])))
}

/** The versions of a solution, newest first. */
export async function readVersions(
  database: Database,
  solution: string,
): Promise<{ id: string; version_num: number }[]> {
  return database
    .select({ id: solutionVersions.id, version_num: solutionVersions.version_num })
    .from(solutionVersions)
    .where(eq(solutionVersions.solution_id, solution))
    .orderBy(desc(solutionVersions.version_num))
}

const NO_CHARTS =
  'This release draws no charts of its own yet. An administrator of the server can name a Grafana instead.'

/** Where a workspace's runs are monitored: its dashboard, where one is configured. */
export async function readMonitoring(
  database: Database,
  config: Pick<Config, 'monitoring' | 'grafana_url'>,
  workspaceId: string,
): Promise<ReplyOf<typeof readMonitoringRoute>> {
  if (config.monitoring === 'builtin') return { url: null, detail: NO_CHARTS }
  if (config.monitoring !== 'grafana' || config.grafana_url === null)
    return { url: null, detail: messages.not_working }
  const [workspace] = await database
    .select({ dashboard_hash: workspaces.dashboard_hash })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))
  if (!workspace?.dashboard_hash)
    return {
      url: null,
      detail: 'This workspace has no Dashboard Hash. An administrator can enter it under Edit Workspace.',
    }
  // Other products of the field write the address with the folder of the dashboards at its end.
  const base = config.grafana_url.replace(/\/(d\/?)?$/, '')
  return { url: new URL(`${base}/d/${workspace.dashboard_hash}`).href, detail: '' }
}

/** All that a start reads: the stream with everything above it. */
export type StartSources = NonNullable<Awaited<ReturnType<typeof readStartSources>>>

/** null when the stream was deleted in the meantime. */
export async function readStartSources(db: Database, streamId: string) {
  const [found] = await db
    .select({
      workspace: workspaces,
      solution: solutions,
      version: solutionVersions,
      instance: instances,
      stream: streams,
    })
    .from(streams)
    .innerJoin(instances, eq(instances.id, streams.instance_id))
    .innerJoin(solutionVersions, eq(solutionVersions.id, instances.solution_version_id))
    .innerJoin(solutions, eq(solutions.id, instances.solution_id))
    .innerJoin(workspaces, eq(workspaces.id, streams.workspace_id))
    .where(eq(streams.id, streamId))
  return found ?? null
}
