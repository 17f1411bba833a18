import { type Instance, type InstanceDetail, listInstances } from '@podium/contract/calls/instances.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { RunState } from '@podium/contract/rules/run-state.ts'
import type { QueryOf } from '@podium/contract/wire/call.ts'
import type { Database, Handle } from '@podium/database/connect.ts'
import { accounts } from '@podium/database/schema/accounts.ts'
import { liveStates, runs } from '@podium/database/schema/runs.ts'
import { instances, solutions, solutionVersions, streams } from '@podium/database/schema/solutions.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Sent } from '../../http/call.ts'
import { hasId, idsAsPage, matches, pageOfIds } from '../../http/list.ts'
import { madeBy } from '../accounts/maker.ts'
import { query } from '../rows.ts'

/** The status: 'draft' if it is one, otherwise derived from the newest run: under way, failed, or idle. */
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
  workspace_name: workspaces.name,
  solution_id: instances.solution_id,
  solution_name: solutions.name,
  solution_version_id: instances.solution_version_id,
  version_num: solutionVersions.version_num,
  description: sql<string>`coalesce(${instances.description}, '')`,
  tags: instances.tags,
  modes: instances.modes,
  execution_specs: instances.execution_specs,
  draft: instances.draft,
  coupled: instances.coupled,
  operation_status: operationStatus,
  // this release has no edges
  in_use_edges: sql<number>`0`,
  stream_count: sql<number>`(select count(*) from ${streams} where instance_id = ${instances}.id)`,
  run_count: sql<number>`(
    select coalesce(sum(runs), 0)::int from stream_totals where instance_id = ${instances}.id
  )`,
  created_by: madeBy,
  created_at: instances.created_at,
  updated_at: instances.updated_at,
  revision: instances.revision,
}

/** Creates the list of instances; the statement is prepared once. */
export function createInstanceList(database: Database) {
  const rows = selectInstances(database)
    .innerJoin(idsAsPage, sql`page.id = ${instances.id}`)
    .orderBy(sql`page.place`)
    .prepare('instances_of_page')

  return async (workspace: string, query: InstanceQuery) => {
    const wanted = wantedOf(workspace, query)
    const { ids, total } = await pageOfIds(database, listInstances, sql`instances`, SORTS, query, wanted)
    return { instances: ids.length > 0 ? await rows.execute({ ids }) : [], total }
  }
}

/** True if an instance of the workspace has that name, ignoring case. */
export function isTaken(database: Database, workspace: string, name: string): Promise<boolean> {
  return query(database).any(sql`
    select from ${instances} where workspace_id = ${workspace} and lower(name) = lower(${name.replaceAll('\0', '')})`)
}

/**
 * Reads the instance with its tier and metadata.
 * @throws Failure NOT.FOUND
 */
export async function readInstance(db: Handle, id: string): Promise<Sent<InstanceDetail>> {
  const { train_resource, metadata_json } = instances
  const [row] = await selectInstances(db).where(eq(instances.id, id))
  const [own] = await db.select({ train_resource, metadata_json }).from(instances).where(eq(instances.id, id))
  return row && own ? { ...row, ...own } : fail('NOT.FOUND')
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

const SORTS = { name: sql`lower(name)`, created_at: sql`created_at`, updated_at: sql`updated_at` }

/** `state` selects instances with a run in that state, `having` those that satisfy the condition on `instances`. */
export type InstanceQuery = QueryOf<typeof listInstances> & { state?: RunState | undefined; having?: SQL }

function wantedOf(workspace: string, query: InstanceQuery): SQL[] {
  const { q, solution_id, solution_version_id, status, tag, state, having } = query
  const wanted = [sql`workspace_id = ${workspace}::uuid`]
  if (q !== undefined && q !== '') wanted.push(containsText(workspace, q))
  if (solution_id !== undefined) wanted.push(hasId(sql`solution_id`, solution_id))
  if (solution_version_id !== undefined) wanted.push(hasId(sql`solution_version_id`, solution_version_id))
  if (status !== undefined) wanted.push(sql`${operationStatus} = ${status}`)
  if (tag !== undefined) wanted.push(hasTag(sql`${tag} in (key, key || '=' || value)`))
  if (state !== undefined)
    wanted.push(sql`exists (select from runs where instance_id = instances.id and state = ${state})`)
  if (having !== undefined) wanted.push(having)
  return wanted
}

/** Matches the name, description and tags, and the name of the solution. */
function containsText(workspace: string, q: string): SQL {
  return sql`(
    ${matches(q, [sql`name`, sql`description`])}
    or ${hasTag(matches(q, [sql`key`, sql`value`]))}
    or solution_id in (
      select id from solutions where workspace_id = ${workspace}::uuid and ${matches(q, [sql`name`])}
    )
  )`
}

function hasTag(fits: SQL): SQL {
  return sql`exists (select from jsonb_to_recordset(tags) as tag(key text, value text) where ${fits})`
}
