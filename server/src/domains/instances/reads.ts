import type { InstanceDetail } from '@podium/contract/instances.ts'
import type { Database, Handle } from '@podium/database/connect.ts'
import { accounts } from '@podium/database/schema/accounts.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { instances, solutions, solutionVersions, streams } from '@podium/database/schema/solutions.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import { eq, sql } from 'drizzle-orm'
import type { Sent } from '../../http/call.ts'
import { idsAsPage } from '../../http/list.ts'
import { madeBy } from '../accounts/maker.ts'
import { type InstanceQuery, pageOfInstances } from './list.ts'
import { operationStatus } from './operation-status.ts'

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

/** Lists of instances; the statement is prepared once and kept. */
export function createInstanceReads(database: Database) {
  const rows = selectInstances(database)
    .innerJoin(idsAsPage, sql`page.id = ${instances.id}`)
    .orderBy(sql`page.place`)
    .prepare('instances_of_page')

  return {
    async list(workspace: string, query: InstanceQuery) {
      const { ids, total } = await pageOfInstances(database, workspace, query)
      return { instances: ids.length > 0 ? await rows.execute({ ids }) : [], total }
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
