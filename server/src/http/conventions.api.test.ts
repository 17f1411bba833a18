import { listAccounts } from '@podium/contract/calls/accounts.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})

const create = (body: unknown, headers?: Record<string, string>) =>
  server.as('admin').send('POST', '/api/v1/workspaces', body, headers)
const workspace = (name: string) => ({ name, s3_bucket_name: `${name}-bucket` })

test('refuses unknown fields and wrong types, all at once, each on its field', async () => {
  const answer = await create({ name: 5, s3_bucket_name: 'b-bucket', color: 'red' })
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toEqual({
    detail: expect.arrayContaining([
      { loc: ['body', 'name'], msg: 'This must be a text.', type: 'type' },
      { loc: ['body', 'color'], msg: 'There is no field of this name.', type: 'additionalProperties' },
    ]),
  })
  const deep = await create({ ...workspace('deep'), execution_specs: [{ name: 'huge', instance: 'x' }] })
  expect(deep.json().detail[0].loc).toEqual(['body', 'execution_specs', 0, 'name'])
})

test.each([
  ['{"name":', 'The body is not valid JSON.'],
  [
    '{"name":"x","__proto__":{"x":1}}',
    "The body is not valid JSON, or it contains a key named '__proto__' or 'constructor.prototype', which is refused.",
  ],
  [
    '{"constructor":{"prototype":{"x":1}}}',
    "The body is not valid JSON, or it contains a key named '__proto__' or 'constructor.prototype', which is refused.",
  ],
])('the body %s is refused with a sentence', async (body, msg) => {
  const answer = await create(body)
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toEqual({ detail: [{ loc: ['body'], msg, type: 'json_invalid' }] })
  expect(({} as Record<string, unknown>).x).toBeUndefined()
})

test('refuses a body over a mebibyte before reading it', async () => {
  const answer = await create(`{"name":"${'x'.repeat(1024 * 1024)}"}`)
  expect([answer.statusCode, answer.json()]).toEqual([413, { detail: 'The body is too large.' }])
})

test('accepts no body or an empty object for a call without fields', async () => {
  const logout = (body?: unknown, headers?: Record<string, string>) =>
    server.as('anonymous').send('POST', '/api/v1/auth/logout', body, headers)
  expect((await logout()).json()).toEqual({})
  expect((await logout('{}')).json()).toEqual({})
  expect((await logout('', { 'content-type': 'application/json' })).json()).toEqual({})
  expect((await logout({ a: 1 })).statusCode).toBe(422)
})

test('refuses a workspace named twice before looking for it, because it is ambiguous', async () => {
  const { first, second } = server.people
  const calls = [
    `/api/v1/solutions/workspace?workspace_id=${first.id}&workspace_id=${first.id}`,
    `/api/v1/solutions/workspace?workspace_id=${first.id}&workspace_id=${second.id}`,
    `/api/v1/streams?workspace_name=${first.name}&workspace_name=nowhere-ws`,
    `/api/v1/workspaces/info?workspace_id=nonsense&workspace_id=${first.id}`,
    `/api/v1/settings/accounts?exclude_wsid=${second.id}&exclude_wsid=${first.id}&q=ki`,
    `/api/v1/workspaces/${first.id}/members?workspace_id=${first.id}&workspace_id=${second.id}`,
  ]
  for (const path of calls)
    for (const who of ['manager', 'outsider'] as const) {
      const answer = await server.as(who).send('GET', path)
      expect([path, answer.statusCode, answer.json().detail[0]?.type]).toEqual([path, 422, 'repeated'])
    }
})

test('ignores unknown parameters and empty ones, and refuses repeated ones', async () => {
  const list = (query: string) => server.as('admin').send('GET', `/api/v1/settings/accounts?${query}`)
  expect((await list('nonsense=1&q=&page=&locked=')).json().total).toBe(6)
  expect((await list('page=2&page_size=4')).json().accounts).toHaveLength(2)
  expect((await list('locked=false')).json().total).toBe(6)
  for (const query of ['page=1&page=2', 'nonsense=1&nonsense=2']) {
    const answer = await list(query)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().detail[0].type).toBe('repeated')
  }
  for (const query of [
    'page=0',
    'page=1.5',
    'page=x',
    'page_size=1001',
    'sort=password_hash',
    'locked=maybe',
  ])
    expect([query, (await list(query)).statusCode]).toEqual([query, 422])
})

test('answers 404 for an id of any form that names nothing', async () => {
  for (const id of [
    '%ff',
    '%zz',
    'a'.repeat(501),
    'a'.repeat(5000),
    '1',
    'x',
    '%00',
    encodeURIComponent("' or 1=1 --"),
    '{id}',
    ':id',
    'a'.repeat(300),
  ]) {
    const answer = await server.as('admin').send('GET', `/api/v1/streams/${id}`)
    expect([id, answer.statusCode]).toEqual([id, 404])
    expect(answer.json()).toEqual({ detail: 'There is nothing here that you may see.' })
  }
})

test('refuses a text that the database cannot store, on its field', async () => {
  const answer = await create({ ...workspace('nul'), execution_specs: [{ name: 'low', instance: 'a\0b' }] })
  expect([answer.statusCode, answer.json().detail]).toEqual([
    422,
    [
      {
        loc: ['body', 'execution_specs', 0, 'instance'],
        msg: 'This text contains a NUL character or an incomplete character.',
        type: 'text_invalid',
      },
    ],
  ])
})

test('answers 405 with Allow for a method that a path lacks, and 404 for an unknown path', async () => {
  for (const method of ['PUT', 'DELETE']) {
    const answer = await server.as('anonymous').send(method, '/api/v1/workspaces')
    expect([answer.statusCode, answer.headers.allow, answer.json()]).toEqual([
      405,
      'GET, HEAD, POST, PATCH',
      { detail: 'Method Not Allowed.' },
    ])
  }
  const unknown = await server.as('anonymous').send('GET', '/api/v1/nothing')
  expect([unknown.statusCode, unknown.json()]).toEqual([
    404,
    { detail: 'There is nothing here that you may see.' },
  ])
})

test('checks rights before fields', async () => {
  expect((await server.as('member').send('POST', '/api/v1/workspaces', { nonsense: 1 })).statusCode).toBe(403)
  expect((await server.as('anonymous').send('POST', '/api/v1/workspaces', '{broken')).statusCode).toBe(401)
})

test('sorts text in lists ignoring case, searches literally and counts everything', async () => {
  const { database } = server.deps
  await database.execute(sql`insert into accounts (login_type, username, display_name, role)
    values ('static', 'Zed', 'a_b', 'DEVELOPER'), ('static', 'alpha', 'a%b', 'DEVELOPER'), ('static', 'Beta', 'axb', 'DEVELOPER')`)
  const names = async (query: object) =>
    (await server.as('admin').call(listAccounts, { query: { ...query } })).accounts.map((one) => one.username)
  expect((await names({ sort: 'username' })).slice(0, 3)).toEqual(['admin', 'alpha', 'Beta'])
  expect((await names({ sort: '-username' }))[0]).toBe('Zed')
  expect(await names({ q: 'a_b' })).toEqual(['Zed'])
  expect(await names({ q: 'A%B' })).toEqual(['alpha'])
  expect(await names({ q: '\\' })).toEqual([])
})

test.each([
  'instances?workspace_id=first-ws&tag=%00',
  'streamhistories?workspace_id=first-ws&q=a%00b',
  'solutions/workspace?workspace_id=first-ws&q=%00',
])('a NUL in a query is refused on its parameter: %s', async (address) => {
  const answer = await server.as('admin').send('GET', `/api/v1/${address}`)
  const name = address.includes('tag=') ? 'tag' : 'q'
  expect([answer.statusCode, answer.json()]).toEqual([
    422,
    {
      detail: [
        {
          loc: ['query', name],
          msg: `${name} contains a NUL character: remove it.`,
          type: 'text_invalid',
        },
      ],
    },
  ])
})

test.each([
  ['201 characters', 'k'.repeat(201)],
  ['a space in it', 'two words'],
  ['nothing in it', ''],
  ['a letter beyond ASCII', 'schl\u00fcssel'],
])('an Idempotency-Key with %s is refused, not ignored', async (_, key) => {
  const answer = await create(workspace(`key-${key.length}`), { 'idempotency-key': key })
  expect([answer.statusCode, answer.json()]).toEqual([
    422,
    {
      detail:
        'An Idempotency-Key is 1 to 200 visible ASCII characters without a space. Send another one, or none.',
    },
  ])
})

test('makes one workspace for a hundred calls with one Idempotency-Key, which all get its answer', async () => {
  const key = { 'idempotency-key': 'same-key' }
  const answers = await Promise.all(Array.from({ length: 100 }, () => create(workspace('once'), key)))
  const statuses = new Set(answers.map((answer) => answer.statusCode))
  expect([...statuses].every((status) => [200, 409].includes(status))).toBe(true)
  const first = answers.find((answer) => answer.statusCode === 200)
  const replayed = await create(workspace('once'), key)
  expect([replayed.statusCode, replayed.body]).toEqual([200, first?.body])
  const other = await create(workspace('other'), key)
  expect([other.statusCode, other.json()]).toEqual([
    422,
    { detail: 'This Idempotency-Key was used for another call.' },
  ])
  const { rows } = await server.deps.database.execute(sql`select from workspaces where name = 'once-ws'`)
  expect(rows).toHaveLength(1)
})

test('distinguishes two calls that differ only in a secret', async () => {
  const key = { 'idempotency-key': 'third-key' }
  const make = (password: string) =>
    server
      .as('admin')
      .send(
        'POST',
        '/api/v1/settings/accounts',
        { username: 'twice', password, display_name: 'T', email: 't@example.org', role: 'DEVELOPER' },
        key,
      )
  expect((await make('violet kettle under moss')).statusCode).toBe(200)
  expect((await make('violet kettle under moss')).statusCode).toBe(200)
  expect((await make('orange kettle under moss')).statusCode).toBe(422)
})

test('lets a failed call be repeated with its key', async () => {
  const key = { 'idempotency-key': 'second-key' }
  expect((await create({ ...workspace('again'), name: 'A!' }, key)).statusCode).toBe(422)
  expect((await create(workspace('again'), key)).statusCode).toBe(200)
})
