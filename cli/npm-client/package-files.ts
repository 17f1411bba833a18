import * as access from '@podium/contract/calls/access.ts'
import * as accessRequests from '@podium/contract/calls/access-requests.ts'
import * as accounts from '@podium/contract/calls/accounts.ts'
import * as audit from '@podium/contract/calls/audit.ts'
import * as auth from '@podium/contract/calls/auth.ts'
import * as dataSetFiles from '@podium/contract/calls/data-set-files.ts'
import * as dataSets from '@podium/contract/calls/data-sets.ts'
import * as directUploads from '@podium/contract/calls/direct-uploads.ts'
import * as directory from '@podium/contract/calls/directory.ts'
import * as instanceTypes from '@podium/contract/calls/instance-types.ts'
import * as instances from '@podium/contract/calls/instances.ts'
import * as models from '@podium/contract/calls/models.ts'
import * as notifications from '@podium/contract/calls/notifications.ts'
import * as objects from '@podium/contract/calls/objects.ts'
import * as offBoarding from '@podium/contract/calls/off-boarding.ts'
import * as overview from '@podium/contract/calls/overview.ts'
import * as preferences from '@podium/contract/calls/preferences.ts'
import * as quotas from '@podium/contract/calls/quotas.ts'
import * as retention from '@podium/contract/calls/retention.ts'
import * as runComparison from '@podium/contract/calls/run-comparison.ts'
import * as runFiles from '@podium/contract/calls/run-files.ts'
import * as runList from '@podium/contract/calls/run-list.ts'
import * as runPackages from '@podium/contract/calls/run-packages.ts'
import * as runSelection from '@podium/contract/calls/run-selection.ts'
import * as runSeries from '@podium/contract/calls/run-series.ts'
import * as runs from '@podium/contract/calls/runs.ts'
import * as schedules from '@podium/contract/calls/schedules.ts'
import * as search from '@podium/contract/calls/search.ts'
import * as signIn from '@podium/contract/calls/sign-in.ts'
import * as singleSignOn from '@podium/contract/calls/single-sign-on.ts'
import * as solutions from '@podium/contract/calls/solutions.ts'
import * as streams from '@podium/contract/calls/streams.ts'
import * as system from '@podium/contract/calls/system.ts'
import * as variables from '@podium/contract/calls/variables.ts'
import * as webhooks from '@podium/contract/calls/webhooks.ts'
import * as workspaceUse from '@podium/contract/calls/workspace-use.ts'
import * as workspaces from '@podium/contract/calls/workspaces.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import { toJSONSchema } from 'zod/v4/core'
import { declaredType, type JsonSchema } from './declared-type.ts'

const MODULES = [
  ...[
    access,
    accounts,
    audit,
    auth,
    dataSetFiles,
    dataSets,
    directUploads,
    directory,
    instances,
    models,
    notifications,
    objects,
    offBoarding,
    overview,
    preferences,
    quotas,
    retention,
    runComparison,
    runPackages,
    singleSignOn,
  ],
  ...[
    runFiles,
    runList,
    runSelection,
    runSeries,
    runs,
    schedules,
    search,
    signIn,
    solutions,
    streams,
    system,
  ],
  ...[accessRequests, instanceTypes, variables, webhooks, workspaces, workspaceUse],
]

/** They put a password into the address, and exist for older clients only. */
const OF_OLDER_CLIENTS = new Set<string>([
  directory.searchDirectoryByGet.id,
  directory.verifyDirectoryUserByGet.id,
])

/** Every call for people and their programs, by its name in the OpenAPI document. */
export const routes: readonly Route[] = MODULES.flatMap((module) =>
  Object.values<unknown>(module).filter(isRoute),
)
  .filter(({ id }) => !OF_OLDER_CLIENTS.has(id))
  .sort((one, other) => (one.id < other.id ? -1 : 1))

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'allow' in value && 'path' in value
}

/**
 * Returns the files of the package @podium/client, by name.
 * @param client the built client.ts
 */
export function packageFiles(client: string, version: string): Record<string, string> {
  const shapes = routes.map(({ id, method, path, transport }) => [id, { method, path, transport }])
  return {
    'package.json': `${JSON.stringify(manifestOf(version), null, 2)}\n`,
    'README.md': README,
    'index.d.ts': `${HEAD}export interface Podium {\n${routes.map(declarationOf).join('')}}\n`,
    'client.js': client,
    'index.js': [
      "import { createClient as create, PodiumError } from './client.js'",
      `const calls = ${JSON.stringify(Object.fromEntries(shapes))}`,
      'const createClient = (options) => create(calls, options)',
      'export { createClient, PodiumError }',
      '',
    ].join('\n'),
  }
}

function manifestOf(version: string) {
  return {
    name: '@podium/client',
    version,
    description: 'Calls a Podium server, with a typed function for each call',
    license: 'Apache-2.0',
    type: 'module',
    engines: { node: '>=20.19' },
    sideEffects: false,
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
  }
}

function declarationOf(route: Route): string {
  const { required, fields } = argumentsOf(route)
  const args = `args${required ? '' : '?'}: { ${fields.join('; ')} }`
  return `  /** ${route.summary.replaceAll('*/', '')} */\n  ${route.id}(${args}): Promise<${replyOf(route)}>\n`
}

function argumentsOf({ params, query, body, transport }: Route) {
  const parts = Object.entries({ params, query, body }).flatMap(([name, schema]) => {
    if (!schema) return []
    const json = toJSONSchema(schema, { target: 'draft-7', io: 'input' }) as JsonSchema
    const required = (json.required ?? []).length > 0
    return [{ required, field: `${name}${required ? '' : '?'}: ${declaredType(json)}` }]
  })
  if (transport === 'upload') parts.push({ required: true, field: "body: NonNullable<RequestInit['body']>" })
  return {
    required: parts.some((part) => part.required),
    fields: [...parts.map(({ field }) => field), 'signal?: AbortSignal'],
  }
}

function replyOf({ transport, reply }: Route): string {
  if (transport === 'bytes' || transport === 'events') return 'Response'
  return declaredType(toJSONSchema(reply, { target: 'draft-7', io: 'output' }) as JsonSchema)
}

const HEAD = `/** The server refused the call. The message says why; if fields are wrong, it has a sentence for each. */
export declare class PodiumError extends Error {
  readonly status: number
  readonly detail: unknown
  /** identifies the call in the server's log */
  readonly requestId: string | null
}

/**
 * @param options.url the address of the server
 * @param options.token an access token; without one, the session of the page is used
 */
export declare function createClient(options: { url: string; token?: string; fetch?: typeof fetch }): Podium

/** A function for each call. It throws a PodiumError if the server refuses the call. */
`

const README = `# @podium/client

Calls a Podium server, with a typed function for each call, in Node 20 and in browsers. It has no dependencies.

    npm install https://podium.example.org/client/podium-client-VERSION.tgz

    import { createClient, PodiumError } from '@podium/client'
    const podium = createClient({ url: 'https://podium.example.org', token: process.env.PODIUM_TOKEN })
    const { workspaces } = await podium.listWorkspaces()

Take the version of your own server. The page Reference of your server lists all names.
`
