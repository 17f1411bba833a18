import * as z from 'zod/mini'
import { variableNameProblem } from '../solution-metadata/variable-names.ts'
import { type ListRules, route } from '../wire/route.ts'
import { count, id, listQuery, revision, text, time } from '../wire/shapes.ts'

export const variableLimits = {
  /** variables in a workspace, and the total bytes of their values */
  most: 200,
  bytes: 512 * 1024,
  /** bytes of one value */
  value_bytes: 64 * 1024,
  /** variables that one run adds for itself, and the total bytes of their values */
  of_run: 50,
  of_run_bytes: 64 * 1024,
  /** shorter secrets are not masked in logs, because they occur in any text */
  masked_bytes: 8,
} as const

/** Why a variable cannot have the value, as a sentence; null if it can. */
export function variableValueProblem(value: string): string | null {
  if (sizeInBytes(value) > variableLimits.value_bytes)
    return `A value is ${variableLimits.value_bytes / 1024} KiB at most: put longer content into a data file.`
  return null
}

/** The size of a text as UTF-8. */
export function sizeInBytes(value: string): number {
  return new TextEncoder().encode(value).length
}

/** Why a run cannot add the variables, as a sentence with the offending name; null if it can. */
export function runVariablesProblem(
  variables: Record<string, string>,
): { name: string; problem: string } | null {
  for (const [name, value] of Object.entries(variables)) {
    const problem = variableNameProblem(name) ?? variableValueProblem(value)
    if (problem !== null) return { name, problem }
  }
  return null
}

/**
 * A variable of a workspace. A secret never has `value`. `solutions` are the ids of the solutions whose runs get it;
 * empty means the runs of all. A secret is a file of the run; `in_environment` adds it to the environment, too.
 * `problem` is a sentence if runs cannot get it, else ''.
 */
export const variable = z.object({
  name: z.string(),
  value: z.optional(z.string()),
  secret: z.boolean(),
  solutions: z.array(id),
  /** the names of the solutions that still exist, in the same order */
  solution_names: z.array(z.string()),
  in_environment: z.boolean(),
  revision,
  updated_by: text,
  updated_at: time,
  problem: text,
})
export type Variable = z.infer<typeof variable>

const VARIABLE_LIST = {
  sorts: ['name', 'updated_at'],
  defaultSort: 'name',
  filters: {},
} as const satisfies ListRules

const byWorkspace = z.object({ id: z.string() })
const byName = z.object({
  id: z.string(),
  name: z.string().check(z.describe('The name of the variable')),
})

export const listVariables = route({
  id: 'listVariables',
  method: 'GET',
  path: '/api/v1/workspaces/{id}/variables',
  summary: 'The variables and secrets of a workspace; the values of secrets are never returned',
  allow: 'variable.read',
  scope: { workspace: 'id' },
  reads: ['variable', 'solution'],
  list: VARIABLE_LIST,
  params: byWorkspace,
  query: listQuery(VARIABLE_LIST.sorts, {}),
  reply: z.object({ variables: z.array(variable), total: count }),
})

export const exportVariables = route({
  id: 'exportVariables',
  method: 'GET',
  path: '/api/v1/workspaces/{id}/variables.json',
  summary: 'The variables and secrets of a workspace as a JSON file, without the values of secrets',
  allow: 'variable.read',
  scope: { workspace: 'id' },
  reads: [],
  transport: 'bytes',
  params: byWorkspace,
  reply: z.unknown(),
  media: 'application/json; charset=utf-8',
})

export const readVariable = route({
  id: 'readVariable',
  method: 'GET',
  path: '/api/v1/workspaces/{id}/variables/{name}',
  summary: 'One variable; the value of a secret is never returned',
  allow: 'variable.read',
  scope: { workspace: 'id' },
  reads: ['variable', 'solution'],
  params: byName,
  reply: variable,
})

/** Omitted fields keep their value; in a new one, `secret` and `in_environment` are false, `solutions` empty. */
export const putVariable = route({
  id: 'putVariable',
  method: 'PUT',
  path: '/api/v1/workspaces/{id}/variables/{name}',
  summary: 'Create a variable or a secret, or change it. Runs that start afterwards get it',
  allow: 'variable.edit',
  scope: { workspace: 'id' },
  touches: ['variable'],
  params: byName,
  body: z.strictObject({
    name: z.optional(z.string()).check(z.describe('The same as in the path, where it is sent')),
    value: z.optional(z.string()),
    secret: z.optional(z.boolean()),
    solutions: z.optional(z.array(id).check(z.maxLength(100))),
    in_environment: z.optional(z.boolean()),
    revision: z.optional(revision),
  }),
  reply: variable,
  errors: ['EDIT.STALE', 'WORKSPACE.FULL', 'VARIABLE.LARGE', 'VARIABLE.NO_KEY'],
})

export const deleteVariable = route({
  id: 'deleteVariable',
  method: 'DELETE',
  path: '/api/v1/workspaces/{id}/variables/{name}',
  summary: 'Delete a variable or a secret. Runs that have started keep it',
  allow: 'variable.edit',
  scope: { workspace: 'id' },
  touches: ['variable'],
  params: byName,
  reply: z.object({ name: z.string() }),
})
