import { hash, verify } from '@node-rs/argon2'
import { changeOwnPassword, setPassword } from '@podium/contract/calls/accounts.ts'
import { makeToken } from '@podium/contract/calls/sign-in.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { givePasswords, TEST_PASSWORD, tryLogin } from '../../testing/test-sign-in.ts'

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) }
})

const ASSIGNED = 'winter brook beneath slate'
const OWN = 'amber lantern over frost'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})
beforeEach(async () => {
  await server.startOver()
  await givePasswords(server)
})

const own = () => ({ id: server.people.ids.member })
const change = (password = OWN) =>
  server
    .as('member')
    .ask(changeOwnPassword, { params: own(), body: { current_password: TEST_PASSWORD, password } })
const setByAdministrator = () =>
  server.as('admin').call(setPassword, { params: own(), body: { password: ASSIGNED } })

/** Runs a callback right after the next computation, before its result is used. */
function after(computation: typeof hash | typeof verify, happens: () => Promise<unknown>): void {
  const mocked = vi.mocked(computation as (...args: unknown[]) => Promise<unknown>)
  const real = mocked.getMockImplementation()
  mocked.mockImplementationOnce(async (...args) => {
    const answer = await real?.(...args)
    await happens()
    return answer
  })
}

test('does not let the previous owner of a password replace one that an administrator sets meanwhile', async () => {
  after(hash, setByAdministrator)
  const answer = await change()
  expect([answer.statusCode, answer.json()]).toEqual([422, { detail: 'Password is not correct.' }])
  expect((await tryLogin(server, 'member', { login_pw: OWN })).statusCode).toBe(401)
  const signedIn = await tryLogin(server, 'member', { login_pw: ASSIGNED })
  expect(signedIn.json()).toMatchObject({ must_change_password: true })
})

test('does not store a short password if its second factor is removed meanwhile', async () => {
  const second = (at: string) =>
    server.deps.database.execute(sql`update accounts set totp_confirmed_at = ${at}::timestamptz`)
  await second('2026-01-01')
  after(hash, () => server.deps.database.execute(sql`update accounts set totp_confirmed_at = null`))
  expect((await change('kx93 wq7')).statusCode).toBe(422)
  expect((await tryLogin(server, 'member', { login_pw: TEST_PASSWORD })).statusCode).toBe(200)
})

test('makes no access token with a password that was replaced meanwhile', async () => {
  after(verify, setByAdministrator)
  const answer = await server.as('member').ask(makeToken, {
    params: own(),
    body: { name: 'nightly', scope: 'full', expires_in_days: 30, current_password: TEST_PASSWORD },
  })
  expect([answer.statusCode, answer.json()]).toEqual([401, { detail: 'Please sign in first.' }])
  const { rows } = await server.deps.database.execute(sql`select from access_tokens`)
  expect(rows).toEqual([])
})
