import { listVariables as listRoute, type Variable } from '@podium/contract/calls/variables.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import { VARIABLE_NAME } from '@podium/contract/solution-metadata/variable-names.ts'
import type { Handle } from '@podium/database/connect.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Call } from '../../http/call.ts'
import { matches, orderOf } from '../../http/list.ts'
import type { SecretBox } from '../../http/secret-box.ts'
import { listRows, query, type ReplyColumns, selectFirst, selectRows } from '../rows.ts'
import type { VariableRow } from './repository.ts'

type Listed = Omit<Variable, 'problem' | 'value'> & Pick<VariableRow, 'value' | 'key_id'>

const COLUMNS: ReplyColumns<Listed> = {
  name: sql`v.name`,
  value: sql`v.value`,
  secret: sql`v.secret`,
  key_id: sql`v.key_id`,
  solutions: sql`v.solutions`,
  in_environment: sql`v.in_environment`,
  revision: sql`v.revision`,
  updated_at: sql`v.updated_at`,
  updated_by: sql`coalesce(a.display_name, 'host')`,
  solution_names: sql`array(
    select s.name from unnest(v.solutions) with ordinality as of (id, place) join solutions s on s.id = of.id
    order by of.place)`,
}
const FROM = sql`variables v left join accounts a on a.id = v.updated_by`
const SORTS = { name: sql`v.name`, updated_at: sql`v.updated_at` }

/** A page of the variables of a workspace. */
export async function listVariables(
  db: Handle,
  box: SecretBox,
  workspaceId: string,
  query: Call<typeof listRoute>['query'],
) {
  const { rows, total } = await listRows<Listed>(db, {
    columns: COLUMNS,
    from: FROM,
    where: sql`${of(workspaceId)} and ${matches(query.q, [sql`v.name`])}`,
    order: orderOf(listRoute, query.sort, SORTS, sql`v.name`, listRoute.list.sorts),
    page: query,
  })
  return { variables: rows.map((row) => shown(row, box)), total }
}

/** All variables by name for export: secrets without values, solutions by name. */
export async function exportedVariables(db: Handle, workspaceId: string) {
  const rows = await selectRows<Listed>(
    db,
    COLUMNS,
    sql`from ${FROM} where ${of(workspaceId)} order by v.name`,
  )
  return rows.map(({ name, secret, value, in_environment, solution_names }) => ({
    name,
    secret,
    ...(value !== null && { value }),
    ...(secret && { in_environment }),
    solutions: solution_names,
  }))
}

/** @throws Failure NOT.FOUND */
export async function readVariable(
  db: Handle,
  box: SecretBox,
  workspaceId: string,
  name: string,
): Promise<Variable> {
  if (!VARIABLE_NAME.test(name)) fail('NOT.FOUND')
  const found = await selectFirst<Listed>(
    db,
    COLUMNS,
    sql`from ${FROM} where ${of(workspaceId)} and v.name = ${name}`,
  )
  return shown(found ?? fail('NOT.FOUND'), box)
}

/** The variables for runs of the solution. */
export function variablesFor(db: Handle, workspaceId: string, solutionId: string): Promise<VariableRow[]> {
  return query(db).rows(sql`
    select v.* from variables v
    where ${of(workspaceId)} and (v.solutions = '{}' or ${solutionId}::uuid = any (v.solutions)) order by v.name`)
}

function of(workspaceId: string): SQL {
  return sql`v.workspace_id = ${workspaceId}::uuid`
}

function shown({ value, key_id, ...row }: Listed, box: SecretBox): Variable {
  const isReadable = key_id === null || box.hasKeyOf(key_id)
  return {
    ...row,
    ...(value !== null && { value }),
    problem: isReadable
      ? ''
      : 'It was encrypted with a different key than this installation uses. Set its value again.',
  }
}
