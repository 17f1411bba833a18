import type { readMonitoring as readMonitoringRoute } from '@podium/contract/calls/runs.ts'
import { messages } from '@podium/contract/rules/rules.ts'
import { RUN_STATES, wireStatus } from '@podium/contract/rules/run-state.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import type { Database, Handle, Transaction } from '@podium/database/connect.ts'
import { prepareRows } from '@podium/database/prepared-rows.ts'
import { accounts } from '@podium/database/schema/accounts.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { instances, solutions, solutionVersions, streams } from '@podium/database/schema/solutions.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { hasId, idsAsPage } from '../../http/list.ts'
import { plainWrangler } from '../instances/data-wrangler.ts'
import { UNSAID } from '../instances/details.ts'

/** Maps every state to its word on the wire. */
const statusInSql = sql<string>`case ${runs.state} ${sql.join(
  RUN_STATES.map((state) => sql.raw(`when '${state}' then '${wireStatus(state)}'`)),
  sql` `,
)} end`

// The names around a run are read by subqueries: planning a join of seven tables takes longer than reading them.
const versionNumber = sql<number>`(select version_num from ${solutionVersions} where id = ${runs}.solution_version_id)`

/** A run as lists return it: every column has its name on the wire, so rows are sent as they are. */
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
  tags: sql<string[]>`array(select tag from run_tags where run_id = ${runs}.id order by tag)`.as('tags'),
  note: runs.note,
  created_by: sql<string>`coalesce(
    (select display_name from ${accounts} where id = ${runs}.created_by), 'host')`.as('created_by'),
  created_at: runs.created_at,
  started_at: runs.started_at,
  ended_at: runs.ended_at,
}

export type ListedRun = Awaited<ReturnType<ReturnType<typeof prepareRunRows>>>[number]

/** Reads the runs with these ids in their order; prepared once, because every list ends with it. */
export function prepareRunRows(db: Database) {
  const rows = db
    .select(listColumns)
    .from(idsAsPage)
    .innerJoin(runs, sql`${runs.id} = page.id`)
    .orderBy(sql`page.place`)
  const read = prepareRows(db, 'runs_of_page', rows)
  return async (ids: string[]) => (ids.length === 0 ? [] : read({ ids }))
}

/** Reads the runs with these ids that belong to the workspace, with their progress. */
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

/** The address at which a run is monitored: its page in the console, or its workspace's dashboard, as configured. */
export async function readMonitoring(
  database: Database,
  config: Pick<Config, 'monitoring' | 'grafana_url'>,
  run: { id: string; workspace_id: string },
): Promise<ReplyOf<typeof readMonitoringRoute>> {
  if (config.monitoring === 'builtin') return { url: `/inferenceModel/run/${run.id}`, detail: '' }
  if (config.monitoring !== 'grafana' || config.grafana_url === null)
    return { url: null, detail: messages.not_working }
  const [workspace] = await database
    .select({ dashboard_hash: workspaces.dashboard_hash })
    .from(workspaces)
    .where(eq(workspaces.id, run.workspace_id))
  if (!workspace?.dashboard_hash)
    return {
      url: null,
      detail: 'This workspace has no Dashboard Hash. An administrator can enter it under Edit Workspace.',
    }
  // Other products write this address with the folder of the dashboards at its end, so that is accepted too.
  const base = config.grafana_url.replace(/\/(d\/?)?$/, '')
  return { url: new URL(`${base}/d/${workspace.dashboard_hash}`).href, detail: '' }
}

/** Everything that a start reads: the stream with everything above it. */
export type StartSources = NonNullable<Awaited<ReturnType<typeof readStartSources>>>

/** Returns null if the stream was deleted in the meantime. */
export async function readStartSources(db: Handle, streamId: string) {
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
  return found ? { ...found, instance: withPlainWrangler(found.instance) } : null
}

/** The version of any solution of the workspace, or null. */
export async function readVersionIn(db: Handle, workspace_id: string, id: string) {
  const [version] = await db
    .select()
    .from(solutionVersions)
    .where(and(eq(solutionVersions.workspace_id, workspace_id), hasId(sql`${solutionVersions.id}`, id)))
  return version ?? null
}

/** The version of the stream's newest run, or null. */
export async function newestVersionRun(db: Handle, stream_id: string): Promise<string | null> {
  const [newest] = await db
    .select({ id: runs.solution_version_id })
    .from(runs)
    .where(eq(runs.stream_id, stream_id))
    .orderBy(desc(runs.created_at), desc(runs.id))
    .limit(1)
  return newest?.id ?? null
}

/** Keeps the version from being deleted until the transaction ends. @returns false if it was deleted already */
export async function keepVersion(tx: Transaction, id: string): Promise<boolean> {
  const version = eq(solutionVersions.id, id)
  return (
    (await tx.select({ id: solutionVersions.id }).from(solutionVersions).where(version).for('key share'))
      .length > 0
  )
}

type InstanceDetails = typeof UNSAID & { name: string }

/** The rows that decide if a run could start; the stream, or its instance too, may not exist yet. */
export type StartBasis = Pick<StartSources, 'workspace' | 'solution' | 'version'> & {
  instance: InstanceDetails
  stream: Pick<StartSources['stream'], 'parameters'> & { id: string | null }
}

/** The same for a stream that does not exist yet, on the instance or a new one; null if one is not in the workspace. */
export async function readFirstStartSources(
  db: Handle,
  target: { workspace_id: string; solution_version_id: string; instance_id: string | undefined },
): Promise<StartBasis | null> {
  const { workspace_id, solution_version_id, instance_id } = target
  const isInstance = instance_id === undefined ? sql`false` : hasId(sql`${instances.id}`, instance_id)
  const [found] = await db
    .select({ workspace: workspaces, solution: solutions, version: solutionVersions, instance: instances })
    .from(solutionVersions)
    .innerJoin(solutions, eq(solutions.id, solutionVersions.solution_id))
    .innerJoin(workspaces, eq(workspaces.id, solutionVersions.workspace_id))
    .leftJoin(instances, and(eq(instances.solution_version_id, solutionVersions.id), isInstance))
    .where(and(eq(workspaces.id, workspace_id), hasId(sql`${solutionVersions.id}`, solution_version_id)))
  if (!found || (instance_id !== undefined && !found.instance)) return null
  const instance = withPlainWrangler(found.instance ?? { ...UNSAID, name: '' })
  return { ...found, instance, stream: { id: null, parameters: {} } }
}

/** Converts the addresses of instances that were created before addresses were checked. */
function withPlainWrangler<I extends InstanceDetails>(instance: I): I {
  const { data_wrangler, ...modes } = instance.modes
  const plain = { ...modes, ...(data_wrangler && { data_wrangler: plainWrangler(data_wrangler) }) }
  return { ...instance, modes: plain }
}
