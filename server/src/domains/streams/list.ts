import type { Database } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import { type ListQuery, matches, orderOf, type PageOfIds, pageOf, pageOfIds } from '../../http/list.ts'
import { isUuid } from '../../http/scoped-objects.ts'

const SORTS = { name: sql`lower(name)`, created_at: sql`created_at`, updated_at: sql`updated_at` }
const NEVER_NULL = Object.keys(SORTS) as (keyof typeof SORTS)[]

export interface StreamQuery extends ListQuery<keyof typeof SORTS> {
  instance_id?: string | undefined
  solution_id?: string | undefined
}

/** The ids of the asked page in the asked order, and how many streams there are on all pages. */
export async function pageOfStreams(db: Database, workspace: string, query: StreamQuery): Promise<PageOfIds> {
  const { instance_id, solution_id, q } = query
  if ([instance_id, solution_id].some((id) => id !== undefined && !isUuid(id))) return { ids: [], total: 0 }
  const wanted = [sql`workspace_id = ${workspace}::uuid`, matches(q, [sql`name`])]
  if (instance_id !== undefined) wanted.push(sql`instance_id = ${instance_id}::uuid`)
  if (solution_id !== undefined)
    wanted.push(sql`instance_id in (select id from instances where solution_id = ${solution_id}::uuid)`)
  return pageOfIds(db, sql`streams`, {
    wanted,
    order: orderOf(query.sort, SORTS, { by: 'updated_at', descending: true }, sql`id`, NEVER_NULL),
    page: pageOf(query),
  })
}
