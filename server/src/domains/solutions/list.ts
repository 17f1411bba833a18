import type { listSolutions } from '@podium/contract/solutions.ts'
import type { Database } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { matchesText, orderOf, pageOf } from '../../http/list.ts'

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
export async function pageOfSolutions(
  db: Database,
  workspace: string,
  query: SolutionQuery,
  account: string | null,
): Promise<{ ids: string[]; total: number }> {
  const wanted = isWanted(workspace, query, account)
  const order = orderOf(query.sort, SORTS, { by: 'updated_at', descending: true }, sql`id`, NEVER_NULL)
  const [page, counted] = await Promise.all([
    db.execute<{ id: string }>(
      sql`select id from solutions where ${wanted} order by ${order} ${pageOf(query)}`,
    ),
    db.execute<{ total: number }>(sql`select count(*) as total from solutions where ${wanted}`),
  ])
  return { ids: page.rows.map(({ id }) => id), total: counted.rows[0]?.total ?? 0 }
}

function isWanted(workspace: string, query: SolutionQuery, account: string | null): SQL {
  const { q, pipeline, mine, state } = query
  const conditions = [sql`workspace_id = ${workspace}::uuid`, matchesText(q, sql`search_text`)]
  if (pipeline !== undefined) conditions.push(sql`pipelines @> array[${pipeline}]::text[]`)
  if (mine !== undefined)
    conditions.push(account === null ? sql`created_by is null` : sql`created_by = ${account}::uuid`)
  if (state !== undefined)
    conditions.push(sql`id in (
      select solution_id from solution_last_runs
      where workspace_id = ${workspace}::uuid and solution_last_runs.state = ${state})`)
  return sql.join(conditions, sql` and `)
}
