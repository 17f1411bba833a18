import { login } from '@podium/contract/calls/auth.ts'
import { listLogins } from '@podium/contract/calls/sign-in.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Player } from '../../testing/test-people.ts'
import {
  codeOf,
  givePasswords,
  setSecondFactor,
  TEST_PASSWORD,
  tryLogin,
} from '../../testing/test-sign-in.ts'
import { removeOldSignIns } from '../accounts/sign-in/login-history.ts'
import { createLogin } from './login.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})
beforeEach(async () => {
  await server.startOver()
  await givePasswords(server)
})

const history = (who: Player, query = {}) =>
  server.as('admin').call(listLogins, { params: { id: server.people.ids[who] }, query })
const results = async (who: Player) => (await history(who)).logins.map(({ result }) => result).reverse()

/** Refusals are written after the answer, so the history is awaited. */
const eventually = (holds: () => Promise<void>) => waitFor(holds)

async function expectResults(who: Player, expected: string[]): Promise<void> {
  await eventually(async () => expect(await results(who)).toEqual(expected))
}

/** One after the other, so that the history has a definite order. */
async function tries(who: Player, attempts: { login_pw?: string; otp?: string }[]): Promise<void> {
  for (const [at, one] of attempts.entries()) {
    await tryLogin(server, who, one)
    await eventually(async () => expect((await history(who)).total).toBe(at + 1))
  }
}

test('records a sign-in with its kind and address, together with its session', async () => {
  await server
    .as('anonymous')
    .browser()
    .ask(login, {
      body: { login_id: 'member', login_pw: TEST_PASSWORD },
      headers: { 'user-agent': 'x'.repeat(400) },
    })
  expect(await server.as('member').call(listLogins, { params: { id: server.people.ids.member } })).toEqual({
    logins: [
      {
        id: expect.any(String),
        result: 'ok',
        kind: 'browser',
        address: '127.0.0.1',
        user_agent: 'x'.repeat(300),
        created_at: expect.stringMatching(/Z$/),
      },
    ],
    total: 1,
  })
})

test('records each refusal with its reason', async () => {
  const { secret } = await setSecondFactor(server, 'member')
  await tries('member', [{ login_pw: 'wrong' }, { otp: 'nonsense' }, { otp: codeOf(secret) }])
  await tryLogin(server, 'member')
  expect(await results('member')).toEqual(['001', 'otp', 'ok'])

  await tries('loner', Array(5).fill({ login_pw: 'wrong' }))
  expect(await results('loner')).toEqual(['001', '001', '001', '001', '002'])

  await server.deps.database.execute(sql`update accounts set created_at = now() - interval '200 days',
    last_login_at = null where username = 'developer'`)
  await tryLogin(server, 'developer')
  await expectResults('developer', ['003'])
  await server.deps.database.execute(sql`update accounts set deleted_at = now() where username = 'developer'`)
  await tryLogin(server, 'developer')
  await eventually(async () => {
    const { rows } = await server.deps.database.execute(sql`select from login_history where result = '000'`)
    expect(rows).toHaveLength(1)
  })
})

test('records nothing for an unknown ID', async () => {
  await tryLogin(server, 'nobody')
  await tryLogin(server, 'loner', { login_pw: 'wrong' })
  await expectResults('loner', ['001'])
  const { rows } = await server.deps.database.execute(sql`select from login_history`)
  expect(rows).toHaveLength(1)
})

test('lets no answer wait for the history', async () => {
  const answered = await server.deps.database.transaction(async (tx) => {
    await tx.execute(sql`lock table login_history in access exclusive mode`)
    return tryLogin(server, 'loner', { login_pw: 'wrong' })
  })
  expect(answered.statusCode).toBe(401)
  await expectResults('loner', ['001'])
})

test('records refusals of a locked account once per minute and address', async () => {
  await server.deps.database.execute(sql`update accounts set login_fail_count = 5 where username = 'loner'`)
  const from = (remoteAddress: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      headers: { host: 'localhost' },
      payload: { login_id: 'loner', login_pw: 'wrong' },
      remoteAddress,
    })
  for (let at = 0; at < 5; at++) await from('127.0.0.1')
  await from('203.0.113.7')
  const addresses = async () => (await history('loner')).logins.map(({ address }) => address)
  await eventually(async () => expect(await addresses()).toEqual(['203.0.113.7', '127.0.0.1']))
})

test('shows the history to the account and to administrators, by page, newest first', async () => {
  const { database } = server.deps
  await database.execute(sql`insert into login_history (account_id, result, kind, address, created_at)
    select ${server.people.ids.member}::uuid, n::text, 'program', '192.0.2.1', now() - make_interval(mins => n)
    from generate_series(1, 25) n`)
  const page = await history('member', { page: 2 })
  expect([page.total, page.logins.map(({ result }) => result)]).toEqual([25, ['21', '22', '23', '24', '25']])
  expect(page.logins[0]?.user_agent).toBe('')
  const params = { id: server.people.ids.member }
  expect((await server.as('loner').ask(listLogins, { params })).statusCode).toBe(404)
  expect((await server.as('loner').ask(listLogins, { params: { id: 'nothing' } })).statusCode).toBe(404)
})

test('keeps the history for 180 days, up to a maximum per account', async () => {
  const { database } = server.deps
  await database.execute(sql`insert into login_history (account_id, result, kind, address, created_at)
    select ${server.people.ids.member}::uuid, n::text, 'program', '192.0.2.1', now() - make_interval(days => n)
    from generate_series(170, 190) n`)
  await createLogin(server.deps).sweep()
  expect((await history('member')).total).toBe(10)
  await removeOldSignIns(database, 3)
  expect(await results('member')).toEqual(['172', '171', '170'])
})
