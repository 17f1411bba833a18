import type { Instance } from '@podium/contract/instances.ts'
import type { RunState } from '@podium/contract/run-state.ts'
import type { Database } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import { type ListQuery, matches, orderOf, type PageOfIds, pageOf, pageOfIds } from '../../http/list.ts'
import { isUuid } from '../../http/scoped-objects.ts'
import { operationStatus } from './operation-status.ts'

const SORTS = { name: sql`lower(name)`, created_at: sql`created_at`, updated_at: sql`updated_at` }
const NEVER_NULL = Object.keys(SORTS) as (keyof typeof SORTS)[]

export interface InstanceQuery extends ListQuery<keyof typeof SORTS> {
  solution_id?: string | undefined
  solution_version_id?: string | undefined
  status?: Instance['operation_status'] | undefined
  /** a tag's key, or 'key=value' */
  tag?: string | undefined
  /** leaves those that have a run in that state */
  state?: RunState | undefined
}

/** The ids of the asked page in the asked order, and how many instances there are on all pages. */
export async function pageOfInstances(
  db: Database,
  workspace: string,
  query: InstanceQuery,
): Promise<PageOfIds> {
  const { solution_id, solution_version_id } = query
  if ([solution_id, solution_version_id].some((id) => id !== undefined && !isUuid(id)))
    return { ids: [], total: 0 }
  return pageOfIds(db, sql`instances`, {
    wanted: wantedOf(workspace, query),
    order: orderOf(query.sort, SORTS, { by: 'updated_at', descending: true }, sql`id`, NEVER_NULL),
    page: pageOf(query),
  })
}

function wantedOf(workspace: string, query: InstanceQuery): SQL[] {
  const { q, solution_id, solution_version_id, status, tag, state } = query
  const wanted = [sql`workspace_id = ${workspace}::uuid`]
  if (q !== undefined && q !== '') wanted.push(saysSomewhere(workspace, q))
  if (solution_id !== undefined) wanted.push(sql`solution_id = ${solution_id}::uuid`)
  if (solution_version_id !== undefined) wanted.push(sql`solution_version_id = ${solution_version_id}::uuid`)
  if (status !== undefined) wanted.push(sql`${operationStatus} = ${status}`)
  if (tag !== undefined) wanted.push(hasTag(sql`${tag} in (key, key || '=' || value)`))
  if (state !== undefined)
    wanted.push(sql`exists (select from runs where instance_id = instances.id and state = ${state})`)
  return wanted
}

/** In its name, description or tags, or in the name of its solution. */
function saysSomewhere(workspace: string, q: string): SQL {
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
