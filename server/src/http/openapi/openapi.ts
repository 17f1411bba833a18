import { permissions } from '@podium/contract/rules/permissions.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import { PROGRAM_COOKIE } from '../cookies.ts'
import { inputSchema, type JsonSchema, outputSchema } from '../json-schema.ts'
import { headersOf, parametersOf } from './openapi-parameters.ts'
import { REFUSAL_SCHEMAS, type Response, refusalResponses } from './openapi-refusals.ts'

/** The server's location: the path before its calls, and the name of the browser's cookie there. */
interface Place {
  base: string
  cookie: string
}

const AT_A_HOST: Place = { base: '', cookie: '__Host-podium' }

/** The OpenAPI document of the bound routes, from the same declarations that authorise, validate and serialise. */
export function openApiDocument(
  routes: readonly Route[],
  productVersion: string,
  { base, cookie }: Place = AT_A_HOST,
): Record<string, unknown> {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const route of routes) {
    const path = route.path.replace('*}', '}')
    const method = route.method.toLowerCase()
    const sharing = paths[path]?.[method]
    const operation = operationOf(route)
    paths[path] = { ...paths[path], [method]: sharing ? together(sharing, operation) : operation }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Podium',
      version: productVersion,
      summary: 'The server on which an organisation runs its AI solutions',
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: base || '/', description: 'The server that this document comes from' }],
    security: SECURITY,
    tags: tagsOf(routes),
    paths,
    components: {
      securitySchemes: { ...SECURITY_SCHEMES, browser: { ...SECURITY_SCHEMES.browser, name: cookie } },
      schemas: REFUSAL_SCHEMAS,
    },
  }
}

interface Operation {
  summary: string
  parameters: Record<string, unknown>[]
  responses: Record<string, Response>
  [member: string]: unknown
}

function operationOf(route: Route): Operation {
  return {
    operationId: route.id,
    summary: route.summary,
    tags: [tagFor(route).name],
    ...(permissions[route.allow] === 'open' && { security: [] }),
    'x-podium-allow': route.allow,
    parameters: [...parametersOf(route, 'path'), ...parametersOf(route, 'query'), ...headersOf(route)],
    ...requestBodyOf(route),
    responses: { ...answersOf(route), ...refusalResponses(route) },
  }
}

/** The document has one operation per address, so calls that share one are merged. */
function together(one: Operation, other: Operation): Operation {
  const known = one.parameters.map(({ name }) => name)
  const own = other.parameters
    .filter(({ name }) => !known.includes(name))
    .map((parameter) => ({ ...parameter, required: false, description: other.summary }))
  return {
    ...one,
    parameters: [...one.parameters, ...own],
    responses: { ...other.responses, ...one.responses, 200: either(one, other) },
    'x-podium-shared-with': other,
  }
}

function either(one: Operation, other: Operation): Response {
  const answers = [one, other].map(({ responses }) => responses[200]?.content?.['application/json']?.schema)
  const anyOf = answers.filter((schema) => schema !== undefined)
  return {
    description: `${one.summary}, or ${other.summary}`,
    content: { 'application/json': { schema: { anyOf } } },
  }
}

function requestBodyOf(route: Route): Record<string, unknown> {
  if (route.transport === 'upload')
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema: BYTES } } } }
  if (!route.body) return {}
  const schema = inputSchema(route.body)
  const required = (schema.required ?? []).length > 0
  return { requestBody: { required, content: { 'application/json': { schema } } } }
}

const BYTES: JsonSchema = { type: 'string', format: 'binary' }
const OTHER_ANSWERS = {
  206: 'The range that was asked for',
  302: 'The bytes are at the address in Location, for a minute',
  304: 'The client has it already',
  503: 'The same answer when something fails',
}

function answersOf(route: Route): Record<string, Response> {
  const content = contentOf(route)
  const others = (route.otherStatuses ?? []).map((status) => [
    status,
    { description: OTHER_ANSWERS[status], ...(status !== 304 && status !== 302 && { content }) },
  ])
  return { 200: { description: 'Done', content }, ...Object.fromEntries(others) }
}

function contentOf(route: Route): Record<string, { schema: JsonSchema }> {
  const isJson = route.transport === 'json' || route.transport === 'upload'
  const schema = isJson ? outputSchema(route.reply) : route.transport === 'bytes' ? BYTES : { type: 'string' }
  const others = (route.otherMedia ?? []).map((media) => [media, { schema: BYTES }])
  return { [mediaOf(route)]: { schema }, ...Object.fromEntries(others) }
}

/** The media type of the answer, without its parameters. */
export function mediaOf({ transport, media }: Route): string {
  if (transport === 'events') return 'text/event-stream'
  if (transport === 'bytes') return media?.replace(/;.*/, '') ?? 'application/octet-stream'
  return 'application/json'
}

/** The ways in which a call may authenticate. */
export const SECURITY_SCHEMES = {
  browser: {
    type: 'apiKey',
    in: 'cookie',
    name: AT_A_HOST.cookie,
    description:
      'The session of a browser. For calls that change something it works only from pages of this server.',
  },
  program: {
    type: 'apiKey',
    in: 'cookie',
    name: PROGRAM_COOKIE,
    description: 'The session of a program, as the login sets it. It does not work in browsers.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token (podium_…), or the session of a program. It does not work in browsers.',
  },
}

export const SECURITY = Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] }))

interface Tag {
  name: string
  description: string
  at: RegExp
}

/** The product's domains by the addresses of their calls; the first match counts. */
const TAGS: Tag[] = [
  { name: 'solutions', description: 'Solutions and their versions', at: /^solutions/ },
  { name: 'instances', description: 'Versions bound to a name, tiers and modes', at: /^instances/ },
  { name: 'streams', description: 'Uses of an instance', at: /^streams/ },
  { name: 'runs', description: 'Runs, their logs and artifacts', at: /^(streamhistories|run-views)/ },
  { name: 'models', description: 'Models that training runs produced', at: /^models/ },
  { name: 'data sets', description: 'Data sets and their versions', at: /^data-sets/ },
  { name: 'schedules', description: 'When runs of a stream start by themselves', at: /^schedules/ },
  { name: 'objects', description: 'Files in the bucket of a workspace', at: /^workspaces\/\{id\}\/objects/ },
  {
    name: 'variables',
    description: 'Variables and secrets that runs of a workspace get',
    at: /^workspaces\/\{id\}\/variables/,
  },
  {
    name: 'retention',
    description: 'What a workspace keeps of its runs, its trash, and its storage by kind',
    at: /^workspaces\/\{id\}\/(retention|trash|storage)/,
  },
  {
    name: 'notifications',
    description: 'What people are told of, and webhooks of a workspace',
    at: /^(notifications|workspaces\/\{id\}\/webhooks)/,
  },
  {
    name: 'workspaces',
    description: 'Workspaces, their members and their tiers, and who asked for access',
    at: /^(workspaces|access-requests|overview)/,
  },
  {
    name: 'accounts',
    description: 'Accounts and how they sign in',
    at: /^(settings\/(accounts|refused-sign-ins)|accounts)/,
  },
  { name: 'auth', description: 'Sign in, sign out, the first account', at: /^auth\// },
  { name: 'directory', description: "The organisation's directory", at: /^settings\/directory/ },
  { name: 'preferences', description: 'Display preferences', at: /^settings\/preferences/ },
  { name: 'search', description: 'Objects of every kind by name', at: /^search/ },
  { name: 'audit', description: 'The audit trail: who changed what', at: /^audit/ },
  { name: 'runner', description: 'Calls between the pods of runs and the server', at: /^runner/ },
  { name: 'system', description: 'The server itself: its health, version and engine', at: /./ },
]

/** The tags of these calls with their descriptions. */
export function tagsOf(routes: readonly Route[]): Omit<Tag, 'at'>[] {
  const used = new Set(routes.map(tagFor))
  return TAGS.filter((tag) => used.has(tag)).map(({ name, description }) => ({ name, description }))
}

function tagFor({ path }: Route): Tag {
  const address = path.replace('/api/v1/', '')
  return TAGS.find(({ at }) => at.test(address)) as Tag
}
