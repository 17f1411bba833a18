import { login } from '@podium/contract/calls/auth.ts'
import { checkFirstStart } from '@podium/contract/calls/runs.ts'
import { registerSolution } from '@podium/contract/calls/solutions.ts'
import { createStream } from '@podium/contract/calls/streams.ts'
import { addMembers } from '@podium/contract/calls/workspaces.ts'
import { permissions } from '@podium/contract/rules/permissions.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { inputSchema, type JsonSchema } from './json-schema.ts'

const KIB = 1024
const TOO_LARGE = [413, { detail: 'The body is too large.' }]

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})

const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [at, 1]))

/** An object of this many bytes that consists of unknown names. */
function unknownNames(bytes: number): string {
  const body = JSON.stringify(names(Math.floor(bytes / 10)))
  return body.padEnd(bytes)
}

test('limits the body of a call without sign-in to 16 KiB', async () => {
  const open = server.app.boundRoutes.filter(
    ({ allow, method }) => permissions[allow] === 'open' && method !== 'GET',
  )
  expect(open.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['login', 'logout', 'finishSetup', 'usePasswordLink']),
  )
  for (const { method, path } of open) {
    const told = async (bytes: number) => {
      const answer = await server.as('anonymous').send(method, path, unknownNames(bytes))
      return [answer.statusCode, answer.json()]
    }
    expect([path, ...(await told(16 * KIB + 1))]).toEqual([path, ...TOO_LARGE])
    expect([path, (await told(16 * KIB))[0]]).toEqual([path, 422])
  }
})

test('names a hundred problems of a body at most', async () => {
  const answer = await server.as('anonymous').ask(login, { body: names(1200) })
  const { detail } = answer.json()
  expect([answer.statusCode, detail.length]).toEqual([422, 100])
  expect(detail[0]).toEqual({ loc: ['body', 'login_id'], msg: 'This field is required.', type: 'required' })
  expect(detail[99]).toEqual({
    loc: ['body'],
    msg: 'These are the first 99 of 1202 problems.',
    type: 'more_problems',
  })
  expect(answer.body.length).toBeLessThan(16 * KIB)
})

test('names all problems up to that limit', async () => {
  const { detail } = (await server.as('anonymous').ask(login, { body: names(98) })).json()
  expect(detail).toHaveLength(100)
  expect(detail[99].loc).toEqual(['body', '97'])
})

test('answers a list full of problems with few', async () => {
  const members = Array(19_000).fill({})
  const answer = await server
    .as('manager')
    .ask(addMembers, { params: { id: server.people.first.id }, body: { members } })
  expect([answer.statusCode, answer.json().detail.length]).toEqual([422, 100])
})

test.each([
  ['names', { parameters: names(90_000) }],
  ['names below', { parameters: { train: names(90_000) } }],
  ['items', { parameters: { train: { step: { x: Array(400_000).fill(0) } } } }],
])('refuses more %s than any call accepts in one sentence', async (_, body) => {
  const answer = await server
    .as('developer')
    .ask(createStream, { query: { workspace_id: server.people.first.id }, body })
  expect([answer.statusCode, answer.json()]).toEqual([
    422,
    {
      detail: [
        { loc: ['body'], msg: expect.stringMatching(/^The body holds more than /), type: 'json_many' },
      ],
    },
  ])
})

test.each([
  ['command', { command: Array(90_000).fill(0) }],
  ['arguments', { command: ['a'], arguments: Array(30_000).fill({}) }],
  ['typed values', { command: ['a'], arguments: [{ name: 'x', text: Array(90_000).fill(0) }] }],
])('refuses a program with too long a list of %s in one sentence', async (_, program) => {
  const body = { program, solution_version_id: 'x' }
  const query = { workspace_id: server.people.first.id }
  const answer = await server.as('developer').ask(checkFirstStart, { query, body })
  expect([answer.statusCode, answer.json().detail]).toEqual([
    422,
    [{ loc: ['body'], msg: expect.stringMatching(/^The body holds more than /), type: 'json_many' }],
  ])
})

test('accepts metadata of the maximum size', async () => {
  const metadata = { ...metadataForTests(), keys: names(4900), list: Array(90_000).fill(0) }
  const { versions } = await server.as('developer').call(registerSolution, {
    query: { workspace_id: server.people.first.id },
    body: { metadata_json: metadata },
  })
  expect(versions).toHaveLength(1)
})

test('does not read a body sent to an unknown path', async () => {
  for (const body of ['no JSON', unknownNames(900 * KIB)]) {
    const answer = await server.as('anonymous').send('POST', '/api/v1/nothing', body)
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { detail: 'There is nothing here that you may see.' },
    ])
  }
})

// Items of lists further down are not counted among those that the validator checks (bodies.ts).
test('has every list that a call reads directly in its body, in its filter or in its program', () => {
  const below = (schema: JsonSchema): JsonSchema[] =>
    [
      ...Object.values(schema.properties ?? {}),
      ...(schema.anyOf ?? []),
      ...(schema.items ? [schema.items] : []),
      ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
    ].flatMap((inner) => [inner, ...below(inner)])
  for (const { id, body } of server.app.boundRoutes) {
    const { filter, program, ...rest } = body ? (inputSchema(body).properties ?? {}) : {}
    const fieldsOf = (...schemas: (JsonSchema | undefined)[]) =>
      schemas.flatMap((schema) => Object.values(schema?.properties ?? {}))
    const fields = [...Object.values(rest), ...fieldsOf(filter, program)]
    const argument = below(program?.properties?.arguments ?? {}).filter(({ properties }) => properties)
    fields.push(...fieldsOf(...argument))
    const ofBody = fields.flatMap((field) => [field, ...(field.anyOf ?? [])])
    const lists = fields.flatMap((field) => [field, ...below(field)]).filter(({ items }) => items)
    expect([id, lists.filter((list) => !ofBody.includes(list))]).toEqual([id, []])
  }
})
