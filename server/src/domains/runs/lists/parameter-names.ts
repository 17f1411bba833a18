import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import { query } from '../../rows.ts'

/** The argument of a name such as 'train.epochs', in SQL. */
export const argumentOf = (name: SQL): SQL => sql`substr(${name}, strpos(${name}, '.') + 1)`

/**
 * The names under which the runs of the workspace have a parameter: 'train.epochs' itself, or all of that argument,
 * whatever their steps. The distinct names are found by one step in the index each.
 */
export async function fullNames(db: Handle, workspace_id: string, name: string): Promise<string[]> {
  const inWorkspace = sql`workspace_id = ${workspace_id}::uuid`
  const found = await query(db).rows<{ name: string }>(sql`
    with recursive names (name) as (
      (select name from run_parameters where ${inWorkspace} order by name limit 1)
      union all
      select (select name from run_parameters where ${inWorkspace} and name > names.name order by name limit 1)
      from names where names.name is not null
    )
    select name from names where name = ${name} or ${argumentOf(sql`name`)} = ${name} order by name`)
  return found.map((row) => row.name)
}

/** The condition that a row of run_parameters has one of the names. */
export function nameIs(names: readonly string[], name: SQL = sql`name`): SQL {
  return names.length === 1 ? sql`${name} = ${names[0]}` : sql`${name} = any(${sql.param(names)}::text[])`
}
