import type { Route } from '@podium/contract/route.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { addressOf } from '../testing/test-client.ts'
import { inputSchema, type JsonSchema } from './json-schema.ts'

const CALLS = process.env.PODIUM_LONG === '1' ? 1500 : 750

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

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

/** A value that the schema describes, with a hostile one here and there. */
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

/** Metadata that passes its check, so that what lies behind is reached too. */
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

const idOf = () => fc.oneof(fc.constantFrom(server.cast.first.id, server.cast.ids.loner, '1'), hostileText)

function callOf(route: Route) {
  const params = route.params ? Object.keys(inputSchema(route.params).properties ?? {}) : []
  const query = route.query ? inputSchema(route.query).properties : undefined
  const workspace = { workspace_id: fc.oneof({ weight: 9, arbitrary: fc.constant('first') }, hostileText) }
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

test('whatever a call holds, the answer is never a fault of the server', async () => {
  // streams do not end by themselves, and a logout would end the test's own session
  const routes = server.app.boundRoutes.filter(
    ({ transport, id }) => transport !== 'events' && id !== 'logout',
  )
  const admin = server.as('admin')
  await fc.assert(
    fc.asyncProperty(fc.oneof(...routes.map(callOf)), async ({ route, params, query, body, key }) => {
      const address = addressOf(
        route,
        mapped(params, wellFormed),
        mapped(query, (value) => (value === undefined ? undefined : wellFormed(value))),
      )
      const sent = route.method === 'GET' || body === undefined ? undefined : JSON.stringify(body)
      const answer = await admin.send(route.method, address, sent, key ? { 'idempotency-key': key } : {})
      if (answer.statusCode >= 500)
        throw new Error(`${route.id} answered ${answer.statusCode}: ${answer.body}`)
    }),
    { seed: 20_261_120, numRuns: CALLS, interruptAfterTimeLimit: 12_000, markInterruptAsFailure: false },
  )
})

function mapped<T>(record: Record<string, unknown>, change: (value: unknown) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
