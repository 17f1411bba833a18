import type { Instance, InstanceDetail } from '@podium/contract/instances.ts'
import { LIVE_STATES, type RunState } from '@podium/contract/run-state.ts'
import type { Database, Handle } from '@podium/database/connect.ts'
import { accounts } from '@podium/database/schema/accounts.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { instances, solutions, solutionVersions, streams } from '@podium/database/schema/solutions.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import { and, count, eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import type { Sent } from '../../http/call.ts'
import { isUuid } from '../../http/scoped-objects.ts'
import { madeBy } from '../accounts/maker.ts'
import { inOrder, type ListQuery, likePattern, madeOnce, pageOf } from '../solutions/list-query.ts'

const SORTS = {
  name: sql`lower(${instances.name})`,
  created_at: instances.created_at,
  updated_at: instances.updated_at,
}

const liveStates = sql.raw(LIVE_STATES.map((state) => `'${state}'`).join(', '))

/** Draft before all; else what the newest run says: under way, failed, or nothing to tell. */
const operationStatus = sql<
  Instance['operation_status']
>`case when ${instances.draft} then 'draft' else coalesce((
  select case when state in (${liveStates}) then 'training' when state = 'failed' then 'failed' else 'idle' end
  from ${runs} where instance_id = ${instances}.id order by created_at desc, id desc limit 1
), 'idle') end`

const columns = {
  id: instances.id,
  name: instances.name,
  workspace_id: instances.workspace_id,
  workspace_name: sql<string>`${workspaces.name}`.as('workspace_name'),
  solution_id: instances.solution_id,
  solution_name: sql<string>`${solutions.name}`.as('solution_name'),
  solution_version_id: instances.solution_version_id,
  version_num: solutionVersions.version_num,
  description: instances.description,
  tags: instances.tags,
  modes: instances.modes,
  execution_specs: instances.execution_specs,
  draft: instances.draft,
  coupled: instances.coupled,
  operation_status: operationStatus.as('operation_status'),
  // no edge reports to this release
  in_use_edges: sql<number>`0`.as('in_use_edges'),
  stream_count: sql<number>`(select count(*) from ${streams} where instance_id = ${instances}.id)`.as(
    'stream_count',
  ),
  run_count: sql<number>`(select count(*) from ${runs} where instance_id = ${instances}.id)`.as('run_count'),
  created_by: madeBy,
  created_at: instances.created_at,
  updated_at: instances.updated_at,
  revision: instances.revision,
}

export interface InstanceQuery extends ListQuery {
  solution_id?: string | undefined
  solution_version_id?: string | undefined
  status?: Instance['operation_status'] | undefined
  /** a tag's key, or 'key=value' */
  tag?: string | undefined
  /** leaves those that have a run in that state */
  state?: RunState | undefined
}

const pattern = sql.placeholder('pattern')
const status = sql`${sql.placeholder('status')}::text`
const asTag = sql`${sql.placeholder('tag')}::text`
const tagged = (fits: SQL) => sql`exists (
  select from jsonb_to_recordset(${instances.tags}) as tag(key text, value text) where ${fits}
)`

const asked = and(
  eq(instances.workspace_id, sql.placeholder('workspace')),
  or(
    ilike(instances.name, pattern),
    ilike(instances.description, pattern),
    ilike(solutions.name, pattern),
    tagged(sql`key ilike ${pattern} or value ilike ${pattern}`),
  ),
  sql`(${asTag} is null or ${tagged(sql`${asTag} in (key, key || '=' || value)`)})`,
  sql`(${status} is null or ${status} = ${operationStatus})`,
  sql`${instances.solution_id} = coalesce(${sql.placeholder('solution')}::uuid, ${instances.solution_id})`,
  sql`${instances.solution_version_id} = coalesce(${sql.placeholder('version')}::uuid, ${instances.solution_version_id})`,
  sql`(${sql.placeholder('state')}::text is null or exists (
    select from ${runs} where instance_id = ${instances}.id and state = ${sql.placeholder('state')}::text
  ))`,
)

/** Lists of instances; statements are prepared once and kept. */
export function createInstanceReads(database: Database) {
  const rowsInOrder = madeOnce((sort) =>
    selectInstances(database)
      .where(asked)
      .orderBy(...inOrder(SORTS, sort, instances.id))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .prepare(`instances_by_${sort}`),
  )
  const total = database
    .select({ total: count() })
    .from(instances)
    .innerJoin(solutions, eq(solutions.id, instances.solution_id))
    .where(asked)
    .prepare('instances_total')

  return {
    async list(workspace: string, query: InstanceQuery) {
      const { solution_id: solution = null, solution_version_id: version = null } = query
      const { state = null, status = null, tag = null } = query
      if ([solution, version].some((id) => id !== null && !isUuid(id))) return { instances: [], total: 0 }
      const values = { workspace, pattern: likePattern(query.q), solution, version, state, status, tag }
      const [rows, counted] = await Promise.all([
        rowsInOrder(query.sort ?? '-updated_at').execute({ ...values, ...pageOf(query) }),
        total.execute(values),
      ])
      return { instances: rows, total: counted[0]?.total ?? 0 }
    },
  }
}

/** Whether an instance of the workspace has that name, whatever case it is written in. */
export async function isTaken(database: Database, workspace: string, name: string): Promise<boolean> {
  const found = await database.execute(sql`
    select from ${instances} where workspace_id = ${workspace} and lower(name) = lower(${name.replaceAll('\0', '')})`)
  return found.rows.length > 0
}

/** The instance with that id and what it was made with, or null. */
export async function readInstance(db: Handle, id: string): Promise<Sent<InstanceDetail> | null> {
  const { train_resource, metadata_json } = instances
  const [row] = await selectInstances(db).where(eq(instances.id, id))
  const [own] = await db.select({ train_resource, metadata_json }).from(instances).where(eq(instances.id, id))
  return row && own ? { ...row, ...own } : null
}

function selectInstances(db: Handle) {
  return db
    .select(columns)
    .from(instances)
    .innerJoin(workspaces, eq(workspaces.id, instances.workspace_id))
    .innerJoin(solutions, eq(solutions.id, instances.solution_id))
    .innerJoin(solutionVersions, eq(solutionVersions.id, instances.solution_version_id))
    .leftJoin(accounts, eq(accounts.id, instances.created_by))
}
