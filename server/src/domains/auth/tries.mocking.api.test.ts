import { verify } from '@node-rs/argon2'
import { unlockAccounts } from '@podium/contract/calls/accounts.ts'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { passwords } from '../accounts/passwords.ts'
import { podium } from '../audit/audit.ts'
import { createLogin } from './login.ts'

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, verify: vi.fn(real.verify) }
})

const PASSWORD = 'violet kettle under moss'
const LOCKED = { detail: { error_code: 'USER.LOGIN.002', login_fail_count: 5 } }

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  const hash = await passwords.hash(PASSWORD, podium)
  await server.deps.database.execute(sql`update accounts set password_hash = ${hash}`)
  return () => server.close()
})
beforeEach(async () => {
  await server.deps.database.execute(sql`update accounts set login_fail_count = 0, locked_at = null`)
  await server.deps.database.execute(sql`delete from shadow_logins`)
  vi.mocked(verify).mockClear()
})

const tryLogin = (login_id: string, login_pw: string, app: FastifyInstance = server.app) =>
  app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    headers: { host: 'localhost' },
    payload: JSON.stringify({ login_id, login_pw }),
  })

for (const [who, id] of [
  ['an account', 'member'],
  ['an ID that is no account', 'nobody'],
] as const)
  test(`checks five of 200 simultaneous wrong passwords for ${who}, and a new server knows`, {
    tags: ['long'],
  }, async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => tryLogin(id, 'wrong')))
    expect(answers.filter(({ statusCode }) => statusCode === 401).length).toBeGreaterThanOrEqual(5)
    expect(vi.mocked(verify)).toHaveBeenCalledTimes(5)
    const another = await buildApp(server.deps, '/nowhere')
    expect((await tryLogin(id, PASSWORD, another)).json()).toEqual(LOCKED)
    expect(vi.mocked(verify)).toHaveBeenCalledTimes(5)
    await another.close()
  })

test('makes an account and an unknown ID indistinguishable in six tries by status, body, headers and work', {
  tags: ['long'],
}, async () => {
  const seen = async (id: string) => {
    const { statusCode, body, headers } = await tryLogin(id, 'wrong')
    const { date: _, 'x-request-id': __, ...rest } = headers
    return { statusCode, body, rest, looks: vi.mocked(verify).mock.calls.length }
  }
  const all = async (id: string) => {
    vi.mocked(verify).mockClear()
    const tries: unknown[] = []
    for (let at = 0; at < 6; at++) tries.push(await seen(id))
    return tries
  }
  const known = await all('member')
  expect(known.map((one) => (one as { looks: number }).looks)).toEqual([1, 2, 3, 4, 5, 5])
  expect(await all('nobody')).toEqual(known)
  expect(await all('no such shape of an ID \u0000')).toEqual(known)
})

test('removes no lock by 100,000 other IDs, neither of an account nor of an unknown ID', {
  tags: ['long'],
}, async () => {
  for (const id of ['member', 'nobody']) for (let at = 0; at < 5; at++) await tryLogin(id, 'wrong')
  await server.deps.database.execute(sql`update shadow_logins set updated_at = now() - interval '1 day'`)
  await server.deps.database.execute(sql`insert into shadow_logins (key, login_fail_count)
    select decode(md5(n::text), 'hex'), 1 from generate_series(1, 100500) n`)
  await createLogin(server.deps).sweep()
  const { rows } = await server.deps.database.execute(sql`select count(*)::int as stored from shadow_logins`)
  expect(rows).toEqual([{ stored: 100_000 }])
  expect((await tryLogin('member', PASSWORD)).json()).toEqual(LOCKED)
  expect((await tryLogin('nobody', PASSWORD)).json()).toEqual(LOCKED)
})

test('unlocks the existing ones of many IDs, and names the others', async () => {
  const { ids } = server.people
  for (let at = 0; at < 5; at++) await tryLogin('member', 'wrong')
  const answer = await server
    .as('admin')
    .call(unlockAccounts, { body: { ids: ['nothing', ids.member, ids.member] } })
  expect(answer).toEqual({
    done: [ids.member],
    failed: [{ id: 'nothing', detail: 'There is nothing here that you may see.' }],
  })
  expect((await tryLogin('member', PASSWORD)).statusCode).toBe(200)
})

test('counts an ID that only looks like another separately, whether or not the other is an account', {
  tags: ['long'],
}, async () => {
  const afterLookAlike = async (id: string, alike: string) => {
    for (let at = 0; at < 5; at++) await tryLogin(alike, 'wrong')
    return (await tryLogin(id, 'wrong')).json()
  }
  const known = await afterLookAlike('member', '\uff4dember')
  expect(known).toEqual({ detail: { error_code: 'USER.LOGIN.001', login_fail_count: 1 } })
  expect(await afterLookAlike('nobody', '\uff4eobody')).toEqual(known)
  expect(await afterLookAlike('kelvin', '\u212aelvin')).toEqual(known)
  expect((await tryLogin('NOBODY', 'wrong')).json()).toMatchObject({ detail: { login_fail_count: 2 } })
})
