import { makePasswordLink } from '@podium/contract/calls/accounts.ts'
import { usePasswordLink } from '@podium/contract/calls/auth.ts'
import { readSecondFactor } from '@podium/contract/calls/sign-in.ts'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { codeOf, forgetCodes, givePasswords, setSecondFactor, tryLogin } from '../../testing/test-sign-in.ts'
import { passwords } from '../accounts/passwords.ts'

let server: TestApp
let secret: string
let recoveryCodes: string[]
beforeEach(async () => {
  server = await createTestApp()
  await givePasswords(server)
  const set = await setSecondFactor(server, 'member')
  secret = set.secret
  recoveryCodes = set.recovery_codes
  return () => server.close()
})

const ASKED = { detail: { error_code: 'USER.LOGIN.001', otp_required: true } }
const failed = (login_fail_count: number) => ({ detail: { error_code: 'USER.LOGIN.001', login_fail_count } })
const LOCKED = { detail: { error_code: 'USER.LOGIN.002', login_fail_count: 5 } }

const answerOf = async (credentials: { login_pw?: string; otp?: string } = {}) =>
  (await tryLogin(server, 'member', credentials)).json()
const used = async (otp: string) => (await tryLogin(server, 'member', { otp })).statusCode === 200

test('asks for a code after the right password and counts nothing, however often', async () => {
  for (let at = 0; at < 7; at++) expect(await answerOf()).toEqual(ASKED)
  expect(await answerOf({ otp: '' })).toEqual(ASKED)
  expect(await used(codeOf(secret))).toBe(true)
  expect(await answerOf({ login_pw: 'wrong' })).toEqual(failed(1))
})

test('counts a wrong code like a wrong password, and clears none by the right password alone', async () => {
  expect(await answerOf({ otp: '000000x' })).toEqual(failed(1))
  expect(await answerOf({ login_pw: 'wrong', otp: codeOf(secret) })).toEqual(failed(2))
  expect(await answerOf()).toEqual(ASKED)
  expect(await answerOf({ otp: 'nonsense' })).toEqual(failed(3))
  expect(await answerOf({ otp: 'nonsense' })).toEqual(failed(4))
  expect(await answerOf()).toEqual(ASKED)
  expect(await answerOf({ otp: 'nonsense' })).toEqual(LOCKED)
  expect(await answerOf()).toEqual(LOCKED)
  expect(await answerOf({ otp: codeOf(secret) })).toEqual(LOCKED)
})

test('checks five of many simultaneous wrong codes', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => answerOf({ otp: 'nonsense' })))
  const looked = answers.map(({ detail }) => detail.login_fail_count).filter((count) => count < 5)
  expect(looked.sort()).toEqual([1, 2, 3, 4])
})

test('accepts a code once, and none before it afterwards', async () => {
  const [now, next] = [codeOf(secret), codeOf(secret, 1)]
  expect(await used(next)).toBe(true)
  expect(await used(next)).toBe(false)
  expect(await used(now)).toBe(false)
})

test('admits one of many simultaneous uses of a code', async () => {
  const otp = codeOf(secret)
  const answers = await Promise.all(Array.from({ length: 4 }, () => used(otp)))
  expect(answers.filter(Boolean)).toHaveLength(1)
})

test('rejects codes of other times', async () => {
  expect(await used(codeOf(secret, 5))).toBe(false)
  expect(await used(codeOf(secret, -5))).toBe(false)
  await forgetCodes(server)
  expect(await used(` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)} `)).toBe(true)
})

test('accepts each recovery code once, however it is typed, and records its use', async () => {
  const [first = '', second = ''] = recoveryCodes
  expect(await used(first)).toBe(true)
  expect(await used(first)).toBe(false)
  expect(await used(second.toUpperCase().replaceAll('-', ' '))).toBe(true)
  const left = await server.as('member').call(readSecondFactor, { params: { id: server.people.ids.member } })
  expect(left).toEqual({ enabled: true, recovery_codes_left: 8 })
  const { rows } = await server.deps.database.execute(
    sql`select actor_name, object_name, address from audit_events where action = 'account.use-recovery-code'`,
  )
  const row = { actor_name: 'member', object_name: 'member', address: '127.0.0.1' }
  expect(rows).toEqual([row, row])
})

test('accepts a recovery code for its own account only', async () => {
  const others = await setSecondFactor(server, 'loner')
  expect(await used(String(others.recovery_codes[0]))).toBe(false)
  expect(await used(codeOf(others.secret))).toBe(false)
})

test('never answers 400 or 422 to any strings, and ignores a code for an account without a second factor', {
  tags: ['long'],
}, async () => {
  for (const otp of ['x'.repeat(5000), '\0', '💥', '２８７０８２', "' or 1=1 --"]) {
    await server.deps.database.execute(sql`update accounts set login_fail_count = 0, locked_at = null`)
    expect(await answerOf({ otp })).toEqual(failed(1))
    expect((await tryLogin(server, 'nobody', { otp })).statusCode).toBe(401)
    expect((await tryLogin(server, 'developer', { otp })).statusCode).toBe(200)
  }
})

test('opens no session for a sign-in in progress while the second factor is set', async () => {
  const verify = passwords.verify
  vi.spyOn(passwords, 'verify').mockImplementationOnce(async (...args) => {
    const right = await verify(...args)
    await setSecondFactor(server, 'loner')
    return right
  })
  expect((await tryLogin(server, 'loner')).statusCode).toBe(401)
  expect((await tryLogin(server, 'loner')).json()).toEqual(ASKED)
})

test('replaces the password, but not the second factor, by a password link', async () => {
  const link = await server.as('host').call(makePasswordLink, { params: { id: server.people.ids.member } })
  const body = { secret: link.url.split('#')[1] ?? '', password: 'amber lantern over frost' }
  const use = (otp?: string) =>
    server.as('anonymous').ask(usePasswordLink, { body: otp === undefined ? body : { ...body, otp } })
  const without = await use()
  expect([without.statusCode, without.json().detail[0].loc]).toEqual([422, ['body', 'otp']])
  expect((await use('nonsense')).json().detail[0].msg).toBe('The code is not correct.')
  expect((await use(codeOf(secret))).statusCode).toBe(200)
  expect(await answerOf({ login_pw: body.password })).toEqual(ASKED)
})
