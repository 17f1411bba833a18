// @module-tag slapd
// @module-tag openssl
import { listCandidates } from '@podium/contract/calls/accounts.ts'
import {
  readDirectory,
  searchDirectory,
  searchDirectoryByGet,
  verifyDirectoryUser,
  verifyDirectoryUserByGet,
} from '@podium/contract/calls/directory.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { type Slapd, startSlapd } from '../../testing/slapd.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { createClient } from '../../testing/test-client.ts'
import { IMPATIENCE, NO_READER, testDirectory } from '../../testing/test-directory.ts'

const PASSWORD = 'violet kettle under moss'
const WRONG = { detail: 'Invalid Credentials.' }
let slapd: Slapd
let server: TestApp
let app: TestApp['app']
let patience: { connect_ms: number; whole_ms: number }

beforeAll(async () => {
  slapd = await startSlapd([
    { uid: 'kim', password: PASSWORD, displayName: 'Kim of the directory', mail: 'kim@example.org' },
    { uid: 'member', password: PASSWORD, displayName: 'Member too' },
    ...Array.from({ length: 60 }, (_, at) => ({ uid: `person${at}`, password: PASSWORD })),
  ])
  const env = { PODIUM_COMPAT_LDAP_GET: '1' }
  server = await createTestApp({ env })
  return async () => {
    await server.close()
    await slapd.stop()
  }
})
/** Each test has its own server, which remembers how often somebody asks and if the directory answers. */
beforeEach(async () => {
  await server.deps.database.execute(sql`delete from shadow_logins`)
  await server.deps.database.execute(sql`update accounts set login_fail_count = 0, locked_at = null`)
  patience = { connect_ms: 2_000, whole_ms: 5_000 }
  app = await buildApp({ ...server.deps, directory: testDirectory(slapd.env, { patience }) }, 'no-console')
  return async () => {
    slapd.resume()
    await app.close()
  }
})

type Player = 'admin' | 'manager' | 'member' | 'outsider'
const as = (who: Player, on = app) => createClient(on, server.people.tokens[who] ?? null)
const verify = (login_id: string, login_pw: string) =>
  as('admin').ask(verifyDirectoryUser, { body: { login_id, login_pw } })
const search = (who: Player, body: object) => as(who).ask(searchDirectory, { body })
const namesOf = (answer: { json(): { users: { username: string }[] } }) =>
  answer.json().users.map(({ username }) => username)

async function withoutReader<T>(work: (on: TestApp['app']) => Promise<T>): Promise<T> {
  const directory = testDirectory({ ...slapd.env, ...NO_READER })
  const on = await buildApp({ ...server.deps, directory }, 'no-console')
  return work(on).finally(() => on.close())
}

test('verifies only the right password', async () => {
  expect((await verify('kim', PASSWORD)).json()).toEqual({ verified: true })
  for (const [id, password] of [
    ['kim', 'wrong'],
    ['kim', ''],
    ['*)(uid=*', PASSWORD],
  ] as const) {
    const answer = await verify(id, password)
    expect([answer.statusCode, answer.json()]).toEqual([200, { verified: false }])
  }
  await slapd.pause()
  expect((await verify('kim', PASSWORD)).json()).toEqual({ verified: false })
})

test('counts passwords tried out here at the login, whoever they are for', async () => {
  const { database } = server.deps
  const count = async () =>
    (
      await database.execute(sql`select
      (select login_fail_count from accounts where username = 'member') as member,
      (select coalesce(max(login_fail_count), 0) from shadow_logins) as shadow`)
    ).rows[0]
  await verify('member', 'wrong')
  await verify('nobody', 'wrong')
  expect(await count()).toEqual({ member: 1, shadow: 1 })
  await verify('member', PASSWORD)
  expect(await count()).toEqual({ member: 1, shadow: 1 })
  await withoutReader(async (on) => {
    for (let at = 0; at < 4; at++)
      await as('admin', on).ask(searchDirectory, {
        body: { target_user: 'x', login_id: 'kim', login_pw: 'wrong' },
      })
  })
  expect(await count()).toEqual({ member: 1, shadow: 4 })
  expect((await verify('kim', 'wrong')).json()).toEqual({ verified: false })
  expect((await verify('kim', PASSWORD)).json()).toEqual({ verified: false })
  const login = await createClient(app, null).send('POST', '/api/v1/auth/login', {
    login_id: 'kim',
    login_pw: 'x',
  })
  expect(login.json()).toEqual({ detail: { error_code: 'USER.LOGIN.002', login_fail_count: 5 } })
})

test('clears the failures of an unknown ID after a right directory password', async () => {
  for (let at = 0; at < 4; at++) await verify('kim', 'wrong')
  expect((await verify('kim', PASSWORD)).json()).toEqual({ verified: true })
  const stored = await server.deps.database.execute(sql`select login_fail_count from shadow_logins`)
  expect(stored.rows).toEqual([])
})

test('counts nothing while the directory does not answer', { tags: ['long'] }, async () => {
  await slapd.pause()
  Object.assign(patience, IMPATIENCE)
  for (let at = 0; at < 5; at++) await verify('kim', PASSWORD)
  const searched = await search('admin', { target_user: 'kim' })
  expect([searched.statusCode, searched.headers['retry-after']]).toEqual([503, '3'])
  const counted = await server.deps.database.execute(
    sql`select sum(login_fail_count)::int as n from shadow_logins`,
  )
  expect(counted.rows).toEqual([{ n: 0 }])
  const status = await as('admin').call(readDirectory)
  expect(status).toMatchObject({ configured: true, reachable: false })
  expect(status.detail).toContain('did not answer in time')
})

test('limits passwords to five a minute, but not searches', async () => {
  for (let at = 0; at < 5; at++) expect((await verify(`nobody${at}`, 'x')).statusCode).toBe(200)
  const sixth = await verify('kim', PASSWORD)
  expect([sixth.statusCode, sixth.headers['retry-after']]).toEqual([429, '60'])
  expect(
    (await search('admin', { target_user: 'kim', login_id: 'kim', login_pw: PASSWORD })).statusCode,
  ).toBe(429)
  expect((await search('admin', { target_user: 'kim' })).statusCode).toBe(200)
})

test('finds people, and says who has an account already', async () => {
  expect((await search('admin', { target_user: 'kim' })).json()).toEqual({
    users: [
      {
        username: 'kim',
        display_name: 'Kim of the directory',
        email: 'kim@example.org',
        company: '',
        department: '',
        account_id: null,
      },
    ],
  })
  const known = await search('admin', { target_user: 'member' })
  expect(known.json().users[0].account_id).toBe(server.people.ids.member)
  expect(namesOf(await search('admin', { target_user: 'person' }))).toHaveLength(50)
  expect(namesOf(await search('admin', { target_user: 'nobody-has-this' }))).toEqual([])
})

test('requires right credentials for a search without a reader', async () => {
  await withoutReader(async (on) => {
    const ask = (body: object) =>
      as('admin', on).ask(searchDirectory, { body: { target_user: 'kim', ...body } })
    for (const body of [
      {},
      { login_id: 'kim' },
      { login_pw: PASSWORD },
      { login_id: 'kim', login_pw: 'wrong' },
    ]) {
      const answer = await ask(body)
      expect([answer.statusCode, answer.json()]).toEqual([422, WRONG])
    }
    expect(namesOf(await ask({ login_id: 'kim', login_pw: PASSWORD }))).toEqual(['kim'])
    expect((await as('admin', on).call(readDirectory)).reader).toBe(false)
  })
})

test('tells managers with the candidates if and how the directory can be searched', async () => {
  const query = { exclude_wsid: server.people.first.id, q: 'example.org' }
  const learned = async (on: TestApp['app']) =>
    (await as('manager', on).call(listCandidates, { query })).directory
  expect(await learned(app)).toBe('reader')
  expect(await withoutReader(learned)).toBe('own')
  expect(await learned(server.app)).toBe('none')
})

test('lets managers search for their own workspace, and others not at all', async () => {
  const { first, second } = server.people
  const status = async (who: Player, workspace_id?: string) =>
    (await search(who, { target_user: 'kim', ...(workspace_id !== undefined && { workspace_id }) }))
      .statusCode
  expect(await status('manager', first.id)).toBe(200)
  expect(await status('manager', 'first')).toBe(200)
  expect(await status('admin', second.id)).toBe(200)
  expect(await status('outsider', second.id)).toBe(200)
  expect(await status('manager')).toBe(403)
  expect(await status('member', first.id)).toBe(403)
  expect(await status('manager', second.id)).toBe(404)
  expect(await status('manager', 'nowhere')).toBe(404)
  expect(await status('admin', 'nowhere')).toBe(404)
})

const BY_GET: [Route, Record<string, string>][] = [
  [verifyDirectoryUserByGet, { login_id: 'kim', login_pw: PASSWORD }],
  [searchDirectoryByGet, { target_user: 'kim', login_id: 'kim', login_pw: PASSWORD }],
]

test('answers the GET forms if they are switched on, marks them, and refuses links to them', async () => {
  for (const [route, query] of BY_GET) {
    const answer = await as('admin').ask(route, { query })
    expect([answer.statusCode, answer.headers.deprecation, answer.headers['cache-control']]).toEqual([
      200,
      'true',
      'no-store',
    ])
    const crossed = await as('admin').ask(route, { query, headers: { 'sec-fetch-site': 'cross-site' } })
    expect(crossed.statusCode).toBe(403)
  }
  const off = { ...server.deps, config: { ...server.deps.config, compat_ldap_get: false } }
  const strict = await buildApp(off, 'no-console')
  for (const [route, query] of BY_GET)
    for (const who of ['admin', 'member'] as const) {
      const answer = await as(who, strict).ask(route, { query })
      expect([answer.statusCode, answer.headers.allow, answer.json()]).toEqual([
        405,
        'POST',
        { detail: 'Method Not Allowed.' },
      ])
    }
  await strict.close()
})

test('answers every call without a directory that it does not work', async () => {
  const alone = await buildApp(server.deps, 'no-console')
  const calls: [Route, object][] = [
    [verifyDirectoryUser, { login_id: 'kim', login_pw: PASSWORD }],
    [searchDirectory, { target_user: 'kim' }],
  ]
  for (const [route, body] of calls) {
    const answer = await as('admin', alone).ask(route, { body })
    expect([answer.statusCode, answer.json()]).toEqual([409, { detail: 'This function is not working' }])
  }
  expect(await as('admin', alone).call(readDirectory)).toEqual({
    configured: false,
    url: '',
    tls: 'none',
    reachable: false,
    detail: '',
    reader: false,
  })
  await alone.close()
})

test('shows an administrator the directory’s settings without its secrets', async () => {
  const answer = await as('admin').ask(readDirectory)
  expect(answer.json()).toEqual({
    configured: true,
    url: slapd.ldapsUrl,
    tls: 'ldaps',
    reachable: true,
    detail: '',
    reader: true,
  })
  expect(answer.body).not.toContain(slapd.env.PODIUM_LDAP_READER_PASSWORD)
})
