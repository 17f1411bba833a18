import { login, readSession } from '@podium/contract/calls/auth.ts'
import { accounts, sessions } from '@podium/database/schema/accounts.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { createClient } from '../../testing/test-client.ts'
import { passwords } from '../accounts/passwords.ts'
import { podium } from '../audit/audit.ts'
import { createLogin } from './login.ts'

const PASSWORD = 'violet kettle under moss'
let server: TestApp
let hash: string

beforeAll(async () => {
  server = await createTestApp()
  hash = await passwords.hash(PASSWORD, podium)
  return () => server.close()
})
beforeEach(async () => {
  await server.deps.database.execute(sql`update accounts set password_hash = ${hash}, login_fail_count = 0,
    locked_at = null, last_login_at = now(), deleted_at = null, must_change_password = false`)
  await server.deps.database.execute(sql`delete from shadow_logins`)
  await server.deps.database.execute(sql`delete from address_failures`)
})

const tryLogin = (login_id: string, login_pw: string, remoteAddress = '127.0.0.1') =>
  server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    headers: { host: 'localhost' },
    payload: JSON.stringify({ login_id, login_pw }),
    remoteAddress,
  })

/** Six wrong passwords, then the right one. */
async function sequence(id: string): Promise<unknown[]> {
  const answers: unknown[] = []
  for (let at = 0; at < 6; at++) answers.push((await tryLogin(id, 'wrong')).json())
  answers.push((await tryLogin(id, PASSWORD)).json())
  return answers
}

const refusals = [
  ...[1, 2, 3, 4].map((login_fail_count) => ({ detail: { error_code: 'USER.LOGIN.001', login_fail_count } })),
  ...Array(3).fill({ detail: { error_code: 'USER.LOGIN.002', login_fail_count: 5 } }),
]

test('answers a login with the person, and gives a program its cookie', async () => {
  const response = await tryLogin('MeMber', PASSWORD)
  expect(response.json()).toEqual({
    username: 'member',
    account_id: server.people.ids.member,
    display_name: 'The member',
    role: 'DEVELOPER',
    login_type: 'static',
    must_change_password: false,
    look: { theme: 'light', density: 'comfortable', shortcuts: 'on', times: 'dates' },
    workspace: [
      {
        id: server.people.first.id,
        name: 'first-ws',
        role: 'MEMBER',
        member: true,
        ends_at: null,
        members_may_only_look: false,
        display_name: 'first',
        dashboard_hash: '',
        edge_conductor_url: '',
      },
    ],
  })
  const cookie = String(response.headers['set-cookie'])
  expect(cookie).toMatch(/^access-token=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/)
  const token = cookie.slice('access-token='.length, cookie.indexOf(';'))
  expect((await createClient(server.app, token).call(readSession)).username).toBe('member')
})

test('locks an account after five wrong passwords, whatever comes next', async () => {
  expect(await sequence('developer')).toEqual(refusals)
})

test('gives exactly the same answers for an unknown ID', async () => {
  expect(await sequence('nobody-has-this-id')).toEqual(refusals)
  expect(await sequence("'; drop table accounts; -- \0")).toEqual(refusals)
})

test('gives the tries back after a right password', async () => {
  for (let at = 0; at < 4; at++) await tryLogin('developer', 'wrong')
  expect((await tryLogin('developer', PASSWORD)).statusCode).toBe(200)
  expect((await tryLogin('developer', 'wrong')).json()).toEqual(refusals[0])
})

test('checks five of 200 simultaneous wrong passwords', async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, () => tryLogin('manager', 'wrong')))
  const looked = answers.map((answer) => answer.json().detail.login_fail_count).filter((count) => count < 5)
  expect(looked.sort()).toEqual([1, 2, 3, 4])
  const others = answers.filter((answer) => answer.json().detail.error_code !== 'USER.LOGIN.001')
  expect(others.every((answer) => [401, 503].includes(answer.statusCode))).toBe(true)
  expect((await tryLogin('manager', PASSWORD)).json()).toEqual(refusals[4])
})

test('reveals a deleted account only to the right password', async () => {
  await server.deps.database
    .update(accounts)
    .set({ deleted_at: sql`now()` })
    .where(eq(accounts.username, 'loner'))
  expect((await tryLogin('loner', 'wrong')).json()).toEqual(refusals[0])
  expect((await tryLogin('loner', PASSWORD)).json()).toEqual({ detail: { error_code: 'USER.LOGIN.000' } })
})

test('reveals an inactive account only to the right password, and admits it after an unlock', async () => {
  await server.deps.database.execute(sql`update accounts set created_at = now() - interval '200 days',
    last_login_at = '2026-01-02T03:04:05.000Z' where username = 'loner'`)
  expect((await tryLogin('loner', 'wrong')).json()).toEqual(refusals[0])
  expect((await tryLogin('loner', PASSWORD)).json()).toEqual({
    detail: {
      error_code: 'USER.LOGIN.003',
      utc_last_login_at: '2026-01-02T03:04:05.000Z',
      unused_period: 90,
    },
  })
  await server.as('admin').send('PATCH', `/api/v1/settings/accounts/${server.people.ids.loner}/unblock`)
  expect((await tryLogin('loner', PASSWORD)).statusCode).toBe(200)
})

test('locks the last administrator for a quarter of an hour only, and never for inactivity', async () => {
  await server.deps.database.execute(sql`update accounts set created_at = now() - interval '200 days',
    last_login_at = null, unlocked_at = null where username = 'admin'`)
  expect((await tryLogin('admin', PASSWORD)).statusCode).toBe(200)
  for (let at = 0; at < 5; at++) await tryLogin('admin', 'wrong')
  expect((await tryLogin('admin', PASSWORD)).json()).toEqual(refusals[4])
  await server.deps.database.execute(sql`update accounts set locked_at = locked_at - interval '15 minutes'
    where username = 'admin'`)
  expect((await tryLogin('admin', PASSWORD)).statusCode).toBe(200)
})

test('allows one try a second to an address that failed on a hundred IDs', async () => {
  const { database } = server.deps
  await database.execute(sql`insert into address_failures (address, key)
    select '203.0.113.7', decode(md5(n::text), 'hex') from generate_series(1, 100) n`)
  const answers = [
    await tryLogin('member', PASSWORD, '203.0.113.7'),
    await tryLogin('member', PASSWORD, '203.0.113.7'),
    await tryLogin('member', PASSWORD, '203.0.113.8'),
    await tryLogin('member', PASSWORD),
  ]
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 401, 200, 200])
  expect(answers[1]?.json()).toEqual({ detail: { error_code: 'USER.LOGIN.004' } })
  expect(answers[1]?.headers['retry-after']).toBe('1')
})

test('counts by the first half of an IPv6 address, because one client has all of the rest', async () => {
  await server.deps.database.execute(sql`insert into address_failures (address, key)
    select '2001:db8:1:2', decode(md5(n::text), 'hex') from generate_series(1, 100) n`)
  const from = async (address: string) => (await tryLogin('member', PASSWORD, address)).statusCode
  expect([
    await from('2001:db8:1:2::1'),
    await from('2001:db8:1:2::2'),
    await from('2001:db8:1:3::1'),
  ]).toEqual([200, 401, 200])
})

test('never answers a login with two strings with 400 or 422', async () => {
  const odd = ['', ' ', 'x'.repeat(5000), '\0', '../..', '💥', 'a'.repeat(65)]
  for (const text of odd) expect((await tryLogin(text, text)).statusCode).toBe(401)
  expect((await tryLogin('member', '')).json()).toEqual(refusals[0])
})

test('keeps at most twenty sessions and ends the longest idle one', { tags: ['long'] }, async () => {
  const { database } = server.deps
  await database.delete(sessions).where(eq(sessions.account_id, server.people.ids.developer))
  const first = String((await tryLogin('developer', PASSWORD)).headers['set-cookie'])
  await database.execute(sql`update sessions set last_seen_at = now() - interval '10 minutes'
    where account_id = ${server.people.ids.developer}::uuid`)
  for (let at = 0; at < 20; at++) await tryLogin('developer', PASSWORD)
  const live = await database
    .select()
    .from(sessions)
    .where(eq(sessions.account_id, server.people.ids.developer))
  expect(live).toHaveLength(20)
  const token = first.slice('access-token='.length, first.indexOf(';'))
  expect((await createClient(server.app, token).ask(readSession)).statusCode).toBe(401)
})

test('sweeps away expired counters and keeps the others', async () => {
  const { database } = server.deps
  await tryLogin('nobody-old', 'wrong')
  await database.execute(sql`update shadow_logins set updated_at = now() - interval '31 days'`)
  await tryLogin('nobody-new', 'wrong')
  await database.execute(sql`insert into address_failures (address, key, failed_at) values
    ('192.0.2.1', 'a', now() - interval '16 minutes'), ('192.0.2.1', 'b', now())`)
  await createLogin(server.deps).sweep()
  const left = await database.execute(sql`select (select count(*) from shadow_logins) as shadows,
    (select count(*) from address_failures) as failures`)
  expect(left.rows).toEqual([{ shadows: 1, failures: 1 }])
})

test('lets a person who must change the password do nothing else', async () => {
  await server.deps.database.execute(
    sql`update accounts set must_change_password = true where username = 'loner'`,
  )
  const signedIn = await createClient(server.app, null).call(login, {
    body: { login_id: 'loner', login_pw: PASSWORD },
  })
  expect(signedIn.must_change_password).toBe(true)
  const loner = server.as('loner')
  const refused = await loner.send('GET', '/api/v1/workspaces')
  expect([refused.statusCode, refused.json()]).toEqual([
    403,
    { detail: 'Please change your password first.' },
  ])
  const changed = await loner.send('POST', `/api/v1/settings/accounts/${server.people.ids.loner}`, {
    current_password: PASSWORD,
    password: 'amber lantern over frost',
  })
  expect([changed.statusCode, changed.json()]).toEqual([200, {}])
  expect((await loner.send('GET', '/api/v1/workspaces')).statusCode).toBe(200)
})
