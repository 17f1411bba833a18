import type { listSolutions } from '@podium/contract/solutions.ts'
import type { Database } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { matchesText, orderOf, type PageOfIds, pageOf, pageOfIds } from '../../http/list.ts'

export type SolutionQuery = z.output<NonNullable<(typeof listSolutions)['query']>>

const SORTS = {
  seq: sql`seq`,
  name: sql`lower(name)`,
  created_at: sql`created_at`,
  updated_at: sql`updated_at`,
  rating: sql`rating_mean`,
}
const NEVER_NULL = Object.keys(SORTS) as (keyof typeof SORTS)[]

/**
 * The ids of the asked page in the asked order, and how many solutions there are on all pages.
 * @param account whose own solutions `mine` means; null for the host, who has registered those of no account
 */
export function pageOfSolutions(
  db: Database,
  workspace: string,
  query: SolutionQuery,
  account: string | null,
): Promise<PageOfIds> {
  return pageOfIds(db, sql`solutions`, {
    wanted: wantedOf(workspace, query, account),
    order: orderOf(query.sort, SORTS, { by: 'updated_at', descending: true }, sql`id`, NEVER_NULL),
    page: pageOf(query),
  })
}

function wantedOf(workspace: string, query: SolutionQuery, account: string | null): SQL[] {
  const { q, pipeline, mine, state } = query
  const conditions = [sql`workspace_id = ${workspace}::uuid`, matchesText(q, sql`search_text`)]
  if (pipeline !== undefined) conditions.push(sql`pipelines @> array[${pipeline}]::text[]`)
  if (mine !== undefined)
    conditions.push(account === null ? sql`created_by is null` : sql`created_by = ${account}::uuid`)
  if (state !== undefined)
    conditions.push(sql`id in (
      select solution_id from solution_last_runs
      where workspace_id = ${workspace}::uuid and solution_last_runs.state = ${state})`)
  return conditions
}
