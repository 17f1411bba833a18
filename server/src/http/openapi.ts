import { errors } from '@podium/contract/errors.ts'
import type { Route } from '@podium/contract/route.ts'
import { inputSchema, type JsonSchema, outputSchema } from './json-schema.ts'

/** The OpenAPI document of the bound routes: made from the same schemas that validate and serialise. */
export function openApiDocument(routes: readonly Route[], productVersion: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = route.path.replace('*}', '}')
    const method = route.method.toLowerCase()
    const sharing = paths[path]?.[method] as Operation | undefined
    const operation = operationOf(route)
    paths[path] = { ...paths[path], [method]: sharing ? together(sharing, operation) : operation }
  }
  return { openapi: '3.1.0', info: { title: 'Podium', version: productVersion }, paths }
}

interface Operation {
  summary: string
  parameters: Record<string, unknown>[]
  [member: string]: unknown
}

/** The document has one operation for an address: a call that shares it is told with the parameters that are its own. */
function together(one: Operation, other: Operation): Operation {
  const known = one.parameters.map(({ name }) => name)
  const own = other.parameters
    .filter(({ name }) => !known.includes(name))
    .map((parameter) => ({ ...parameter, required: false, description: other.summary }))
  return { ...one, parameters: [...one.parameters, ...own], 'x-podium-shared-with': other }
}

function operationOf(route: Route): Operation {
  return {
    operationId: route.id,
    summary: route.summary,
    'x-podium-allow': route.allow,
    parameters: [
      ...parametersOf(route.params && inputSchema(route.params), 'path'),
      ...parametersOf(route.query && inputSchema(route.query), 'query'),
    ],
    ...requestBodyOf(route),
    responses: responsesOf(route),
  }
}

function parametersOf(schema: JsonSchema | undefined, place: 'path' | 'query'): Record<string, unknown>[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (schema?.required?.includes(name) ?? false),
    schema: property,
  }))
}

function requestBodyOf(route: Route): Record<string, unknown> {
  if (route.transport === 'upload')
    return { requestBody: { required: true, content: { 'application/octet-stream': {} } } }
  if (!route.body) return {}
  return {
    requestBody: { required: true, content: { 'application/json': { schema: inputSchema(route.body) } } },
  }
}

const REPLY_TYPES = {
  json: 'application/json',
  upload: 'application/json',
  bytes: 'application/octet-stream',
  events: 'text/event-stream',
}

function responsesOf(route: Route): Record<string, unknown> {
  const schema =
    route.transport === 'json' || route.transport === 'upload' ? { schema: outputSchema(route.reply) } : {}
  const refusals = [...new Set(route.errors.map((code) => errors[code].status))].map((status) => [
    String(status),
    { description: route.errors.filter((code) => errors[code].status === status).join(', ') },
  ])
  return {
    200: { description: 'Done', content: { [REPLY_TYPES[route.transport]]: schema } },
    ...Object.fromEntries(refusals),
  }
}
