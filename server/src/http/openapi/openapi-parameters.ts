import { takesKey } from '@podium/contract/wire/repeatable.ts'
import type { Route, Scope } from '@podium/contract/wire/route.ts'
import { inWorkspace } from '@podium/contract/wire/shapes.ts'
import { inputSchema, type JsonSchema } from '../json-schema.ts'

type Parameter = Record<string, unknown>

/** The object that a path parameter names, if the call's rights depend on it. */
const NAMED: Record<string, string> = {
  workspace: 'The workspace, by its id or its name',
  solution: 'The id of the solution',
  version: 'The id of the version of a solution',
  instance: 'The id of the instance',
  stream: 'The id of the stream',
  run: 'The id of the run',
  data_set: 'The id of the data set',
  streamOrRun: 'The id of the stream, or of a run',
}

export function parametersOf(route: Route, location: 'path' | 'query'): Parameter[] {
  const declared = location === 'path' ? route.params : route.query
  const { properties = {}, required = [] }: JsonSchema = declared ? inputSchema(declared) : {}
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    description: description ?? meaningOf(route.scope, name),
    schema,
  }))
}

function meaningOf(scope: Scope, parameter: string): string | undefined {
  if (parameter in inWorkspace) return workspaceIn(scope)
  if (typeof scope === 'string') return undefined
  const [kind] = Object.entries(scope).find(([, named]) => named === parameter) ?? []
  return kind && NAMED[kind]
}

function workspaceIn(scope: Scope): string {
  const named = "The workspace, by its id or its name, the name with or without '-ws'"
  if (scope === 'query') return `${named}. One of workspace_id and workspace_name is needed`
  if (scope === 'query-or-all') return `${named}; administrators may leave it out to see all`
  return `${named}; the object in the path must belong to it`
}

/** The headers that this kind of call reads. */
export function headersOf(route: Route): Parameter[] {
  const { otherStatuses = [] } = route
  return [
    ...header(
      takesKey(route),
      'Idempotency-Key',
      'A call that is repeated within a day is carried out once.',
    ),
    ...header(route.body && route.errors.includes('EDIT.STALE'), 'If-Match', EDITED_REVISION),
    ...header(otherStatuses.includes(206), 'Range', 'One range of bytes, e.g. bytes=0-1023.'),
    ...header(otherStatuses.includes(304), 'If-None-Match', 'The ETag of the version that the client has.'),
  ]
}

const EDITED_REVISION = 'The revision that the change is based on, if the body does not have it.'

function header(isRead: unknown, name: string, description: string): Parameter[] {
  return isRead ? [{ name, in: 'header', required: false, description, schema: { type: 'string' } }] : []
}
