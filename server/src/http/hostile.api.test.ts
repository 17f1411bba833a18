import { text } from 'node:stream/consumers'
import { addressOf } from '@podium/contract/wire/call.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import { createTestDatabase } from '@podium/database/testing/test-database.ts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { insertRun, insertStream } from '../domains/streams/testing/insert-stream.ts'
import { startWatched, type WatchedSetup } from '../testing/blocking/start-watched.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { inputSchema, type JsonSchema } from './json-schema.ts'

const isLong = process.env.PODIUM_LONG === '1'
const CALLS = isLong ? 500 : 5
/** Operations called in parallel, because some wait for a timer. */
const SIDE_BY_SIDE = 8
/** Far more than all calls need on a busy machine: a hanging call fails the test instead of shortening it. */
const LONGEST_MS = isLong ? 3_600_000 : 600_000

/** Prepares the objects that the calls name. */
let server: TestApp
/** Answers the calls on the same database, in a separate process, so that only the server can block its event loop. */
let watched: Awaited<ReturnType<typeof startWatched>>
/** Ids and names that calls may use. */
let known: string[]
beforeAll(async () => {
  const database = await createTestDatabase()
  server = await createTestApp({ database })
  const inserted = await insertStream(server)
  const run = await insertRun(server, inserted, 'succeeded')
  watched = await startWatched({ connection: database.serving, objects: await objectTexts() })
  const { solution, instance, stream } = inserted
  const version = solution.versions[0]?.id ?? ''
  known = [
    server.people.first.id,
    server.people.ids.loner,
    solution.id,
    version,
    instance.id,
    stream.id,
    run,
    '1',
  ]
  return async () => {
    await watched.stop()
    await server.close()
  }
})

/** The objects of the first workspace, as texts. */
async function objectTexts(): Promise<WatchedSetup['objects']> {
  const { objects } = server.deps
  const bucket = server.people.first.s3_bucket_name
  const found: [string, string, string][] = []
  for await (const { path } of objects.list(bucket, '')) {
    const opened = await objects.open(bucket, path)
    if (opened) found.push([bucket, path, await text(opened.stream)])
  }
  return found
}

const hostileText = fc.constantFrom(
  '',
  '\0',
  '\ud800',
  '%00',
  '%ff',
  "' or 1=1 --",
  '{"',
  '../../etc/passwd',
  'x'.repeat(3000),
  '\u202e\u{1F600}',
  '\n',
  '00000000-0000-0000-0000-000000000000',
  'first-ws',
  '999999999999999999999',
)
const hostile = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(null, true, -1, 0.5, 1e308, Number.MAX_SAFE_INTEGER, {}, [], { toString: 1 }),
  fc.constantFrom<unknown>([[[[[[]]]]]], { toJSON: 'x', valueOf: null }, { length: 5 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** A value described by the schema, with hostile ones here and there. */
function anyOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: fittingOf(schema) }, { weight: 1, arbitrary: hostile })
}

function fittingOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(anyOf))
  if (schema.type === 'object' && schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, property]) => [name, anyOf(property)])
    return fc.record(Object.fromEntries(fields), {
      requiredKeys: (schema.required ?? []) as never[],
    })
  }
  if (schema.type === 'object') return fc.dictionary(fc.oneof(fc.string(), hostileText), hostile)
  if (schema.type === 'array') return fc.array(anyOf(schema.items ?? {}), { maxLength: 3 })
  if (schema.type === 'integer') return fc.oneof(fc.integer(), fc.maxSafeInteger())
  if (schema.type === 'number') return fc.double({ noNaN: true })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'string') return fc.oneof(hostileText, fc.string({ unit: 'binary' }))
  return hostile
}

/** Metadata that passes its check, so that the code behind it is reached too. */
const metadata = fc.record({
  name: fc.oneof(fc.constantFrom('pumps', 'valves', 'motors'), hostileText),
  description: hostile,
  pipeline: fc.array(
    fc.record({
      type: fc.constantFrom('train', 'inference'),
      command: fc.oneof(fc.constant(['python3', 'x.py']), hostile),
      parameters: fc.record({
        user_parameters: fc.array(
          fc.record({
            step: fc.constant('train'),
            args: fc.array(
              fc.record({ name: fc.constant('x'), type: hostile, default: hostile, selectable: hostile }),
              { maxLength: 2 },
            ),
          }),
          { maxLength: 2 },
        ),
      }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
})

function bodyOf(route: Route): fc.Arbitrary<unknown> {
  if (!route.body) return fc.constantFrom<unknown>(undefined, {}, [], 'x', null)
  const schema = inputSchema(route.body)
  if (!schema.properties || !('metadata_json' in schema.properties)) return anyOf(schema)
  return fc
    .tuple(fittingOf(schema), metadata, fc.boolean())
    .map(([body, meant, keep]) => (keep ? body : { ...(body as object), metadata_json: meant }))
}

const idOf = () =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: hostileText })

function callOf(route: Route) {
  const params = route.params ? Object.keys(inputSchema(route.params).properties ?? {}) : []
  const query = route.query ? inputSchema(route.query).properties : undefined
  const mostly = (value: string) => fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, hostileText)
  const { id, name } = server.people.first
  const workspace = {
    workspace_id: mostly(id),
    ...(query?.workspace_name && { workspace_name: mostly(name) }),
  }
  const asked = Object.entries(query ?? {}).map(([name, property]) => [name, anyOf(property)])
  return fc.record({
    route: fc.constant(route),
    params: fc.record(Object.fromEntries(params.map((name) => [name, idOf()]))),
    query: fc.record(
      { ...Object.fromEntries(asked), ...workspace },
      { requiredKeys: ['workspace_id'] as never[] },
    ),
    body: bodyOf(route),
    key: fc.option(fc.constantFrom('one', 'two'), { nil: undefined, freq: 5 }),
  })
}

function wellFormed(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.replaceAll(/\p{Surrogate}/gu, '?')
}

/** The answer to a call; for an event stream only its beginning, because it does not end by itself. */
async function answered(
  { id, method, transport }: Route,
  address: string,
  body: string | undefined,
  key: string | undefined,
) {
  const answer = await fetch(watched.address + address, {
    method,
    redirect: 'manual',
    headers: {
      // a logout would end the session of all other calls
      ...(id !== 'logout' && { cookie: `access-token=${server.people.tokens.admin}` }),
      ...(key && { 'idempotency-key': key }),
    },
    body: body ?? null,
  })
  if (transport === 'events') await answer.body?.cancel()
  return { statusCode: answer.status, text: transport === 'events' ? '' : await answer.text() }
}

/** Makes the calls of one operation. @returns the number of calls by status */
async function callOften(route: Route): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(callOf(route), async ({ params, query, body, key }) => {
      const address = addressOf(route, { params: mapped(params, wellFormed) })
      // empty values too, which our own clients never send
      const sentQuery = Object.entries(query).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, String(wellFormed(value))]],
      )
      const sent = route.method === 'GET' || body === undefined ? undefined : JSON.stringify(body)
      const { statusCode, text } = await answered(
        route,
        `${address}?${new URLSearchParams(sentQuery)}`,
        sent,
        key,
      )
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
      if (statusCode >= 500) throw new Error(`${route.id} answered ${statusCode}: ${text}`)
    }),
    { seed: 20_261_120, numRuns: CALLS },
  )
  return statuses
}

interface Got {
  id: string
  statuses: Record<string, number>
}

/** Makes the calls of these operations, several at a time, and returns the counts of each. */
async function callAll(routes: Route[]): Promise<Got[]> {
  const left = [...routes]
  const got: Got[] = []
  const callers = Array.from({ length: SIDE_BY_SIDE }, async () => {
    for (let route = left.shift(); route; route = left.shift())
      got.push({ id: route.id, statuses: await callOften(route) })
  })
  await Promise.all(callers)
  return got
}

test(
  `answers ${CALLS} hostile calls of each operation without a fault of the server`,
  async () => {
    const routes = server.app.boundRoutes
    // deletions come last, because the others need the deleted objects
    const isDeletion = ({ method, id }: Route) => method === 'DELETE' || id.startsWith('delete')
    const got = [
      ...(await callAll(routes.filter((route) => !isDeletion(route)))),
      ...(await callAll(routes.filter(isDeletion))),
    ]
    console.table(Object.fromEntries(got.map(({ id, statuses }) => [id, statuses])))
    const longest = await watched.eventLoopDelay()
    console.log(`longest blocking of the loop over all operations: ${longest.toFixed(0)} ms`)
    const counts = got.map(({ id, statuses }) => ({
      id,
      calls: Object.values(statuses).reduce((sum, each) => sum + each),
    }))
    expect(counts.filter(({ calls }) => calls < CALLS)).toEqual([])
    expect(await watched.untold()).toEqual([])
    expect(counts.map(({ id }) => id).sort()).toEqual(routes.map(({ id }) => id).sort())
  },
  LONGEST_MS,
)

function mapped<T>(record: Record<string, unknown>, change: (value: unknown) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
