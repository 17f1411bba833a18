import { changeOwnPassword } from '@podium/contract/calls/accounts.ts'
import { readSession } from '@podium/contract/calls/auth.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  makeToken,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
} from '@podium/contract/calls/sign-in.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import {
  codeOf,
  forgetCodes,
  givePasswords,
  setSecondFactor,
  signInAs,
  TEST_PASSWORD,
  tryLogin,
} from '../../../testing/test-sign-in.ts'

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
const begin = (current_password = TEST_PASSWORD) =>
  server.as('member').ask(beginSecondFactor, { params: own(), body: { current_password } })
const confirm = (otp: string) =>
  server.as('member').ask(confirmSecondFactor, { params: own(), body: { otp } })
const remove = (otp: string, current_password = TEST_PASSWORD) =>
  server.as('member').ask(removeSecondFactor, { params: own(), body: { current_password, otp } })
const state = () => server.as('member').call(readSecondFactor, { params: own() })
const changePassword = (current_password: string, password: string) =>
  server.as('member').ask(changeOwnPassword, { params: own(), body: { current_password, password } })
const actions = async () =>
  (
    await server.deps.database.execute<{ action: string }>(sql`select action from audit_events order by id`)
  ).rows.map(({ action }) => action)

test('sets a second factor with the password and a first code, and ends the other sessions', async () => {
  const there = await signInAs(server, 'member')
  expect((await begin('nonsense')).json()).toEqual({ detail: 'Password is not correct.' })
  const begun = (await begin()).json()
  expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(begun.uri).toContain(`otpauth://totp/Podium:member?issuer=Podium&secret=${begun.secret}&`)
  expect(begun.qr).toMatch(/^data:image\/svg\+xml,%3Csvg/)
  expect(await state()).toEqual({ enabled: false, recovery_codes_left: 0 })
  expect((await tryLogin(server, 'member')).statusCode).toBe(200)

  const wrong = await confirm('nonsense')
  expect([wrong.statusCode, wrong.json().detail[0].msg]).toEqual([422, 'The code is not correct.'])
  const { recovery_codes } = (await confirm(codeOf(begun.secret))).json()
  expect(new Set(recovery_codes).size).toBe(10)
  for (const code of recovery_codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/)
  expect(await state()).toEqual({ enabled: true, recovery_codes_left: 10 })
  expect((await there.ask(readSession)).statusCode).toBe(401)
  expect((await begin()).json()).toEqual({
    detail: 'A second factor is already set up. Remove it first to set up another one.',
  })
  expect((await confirm(codeOf(begun.secret))).statusCode).toBe(409)
  expect(await actions()).toEqual(['account.begin-second-factor', 'account.set-second-factor'])
})

test('ends access tokens made with the password alone together with the other sessions', async () => {
  const asked = { name: 'nightly', expires_in_days: 30, current_password: TEST_PASSWORD }
  const make = (otp?: string) =>
    server.as('member').call(makeToken, { params: own(), body: { ...asked, scope: 'full', otp } })
  const statusOf = async (token: string) =>
    (await server.as('anonymous').ask(readSession, { headers: { authorization: `Bearer ${token}` } }))
      .statusCode
  const before = await make()
  const { secret } = (await begin()).json()
  expect(await statusOf(before.token)).toBe(200)
  expect((await confirm(codeOf(secret))).statusCode).toBe(200)
  expect(await statusOf(before.token)).toBe(401)
  await forgetCodes(server)
  const after = await make(codeOf(secret))
  expect(await statusOf(after.token)).toBe(200)
})

test('voids the previous secret when the set-up begins again', async () => {
  expect((await confirm('123456')).json()).toEqual({ detail: 'Start setting up the second factor first.' })
  const [first, second] = [(await begin()).json().secret, (await begin()).json().secret]
  expect((await confirm(codeOf(first))).statusCode).toBe(422)
  expect((await confirm(codeOf(second))).statusCode).toBe(200)
})

test('does not count wrong codes during the set-up as failed logins', async () => {
  const { secret } = (await begin()).json()
  for (let tries = 1; tries <= 9; tries += 1) expect((await confirm('nonsense')).statusCode).toBe(422)
  expect((await confirm(codeOf(secret))).statusCode).toBe(200)
  expect((await tryLogin(server, 'member', { login_pw: 'wrong' })).json().detail).toMatchObject({
    error_code: 'USER.LOGIN.001',
    login_fail_count: 1,
  })
})

test('restarts the set-up with a new secret after ten wrong codes', async () => {
  const { secret } = (await begin()).json()
  for (let tries = 1; tries <= 9; tries += 1) await confirm('nonsense')
  expect((await confirm('nonsense')).json()).toEqual({
    detail: 'Too many codes were wrong. Set up the second factor again, with a new QR code.',
  })
  expect((await confirm(codeOf(secret))).json()).toEqual({
    detail: 'Start setting up the second factor first.',
  })
  expect(await state()).toEqual({ enabled: false, recovery_codes_left: 0 })
  const again = (await begin()).json().secret
  expect((await confirm('nonsense')).statusCode).toBe(422)
  expect((await confirm(codeOf(again))).statusCode).toBe(200)
})

test('removes it with the password and a code, completely', async () => {
  const { secret } = await setSecondFactor(server, 'member')
  expect((await remove(codeOf(secret), 'nonsense')).json()).toEqual({ detail: 'Password is not correct.' })
  expect((await remove('nonsense')).json().detail[0].msg).toBe('The code is not correct.')
  expect((await remove(codeOf(secret))).json()).toEqual({})
  expect((await remove(codeOf(secret))).json()).toEqual({ detail: 'No second factor is set up.' })
  expect(await state()).toEqual({ enabled: false, recovery_codes_left: 0 })
  const { rows } = await server.deps.database.execute(sql`select
    (select count(*)::int from recovery_codes) as codes,
    (select count(*)::int from accounts where totp_secret is not null) as secrets`)
  expect(rows).toEqual([{ codes: 0, secrets: 0 }])
  expect((await tryLogin(server, 'member')).statusCode).toBe(200)
})

test('renews recovery codes with the password and a code, and voids the previous ones', async () => {
  const renew = (otp: string, current_password = TEST_PASSWORD) =>
    server.as('member').ask(renewRecoveryCodes, { params: own(), body: { current_password, otp } })
  expect((await renew('123456')).json()).toEqual({ detail: 'No second factor is set up.' })
  const { secret, recovery_codes: before } = await setSecondFactor(server, 'member')
  expect((await renew(codeOf(secret), 'nonsense')).json()).toEqual({ detail: 'Password is not correct.' })
  expect((await renew('nonsense')).json().detail[0].msg).toBe('The code is not correct.')
  expect((await renew('')).json().detail[0].loc).toEqual(['body', 'otp'])
  // one of the remaining codes is enough, because the phone may be lost
  const { recovery_codes: after } = (await renew(before[0] ?? '')).json()
  expect(new Set([...before, ...after]).size).toBe(20)
  expect(await state()).toEqual({ enabled: true, recovery_codes_left: 10 })
  expect((await tryLogin(server, 'member', { otp: before[1] ?? '' })).statusCode).toBe(401)
  expect((await tryLogin(server, 'member', { otp: after[1] ?? '' })).statusCode).toBe(200)
  expect(await actions()).toContain('account.renew-recovery-codes')
})

test('accepts eight characters with a second factor, which then stays until the password is longer', async () => {
  expect((await changePassword(TEST_PASSWORD, 'moss kit 7')).json()).toEqual({
    detail: 'Use at least 15 characters.',
  })
  const { secret } = await setSecondFactor(server, 'member')
  expect((await changePassword(TEST_PASSWORD, 'moss ki')).json()).toEqual({
    detail: 'Use at least 8 characters.',
  })
  expect((await changePassword(TEST_PASSWORD, 'moss kit')).json()).toEqual({})
  const refused = await remove(codeOf(secret), 'moss kit')
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      detail:
        'Without a second factor a password needs at least 15 characters. Change your password to a longer one first.',
    },
  ])
  expect((await changePassword('moss kit', 'amber lantern over frost')).json()).toEqual({})
  expect((await remove(codeOf(secret), 'amber lantern over frost')).json()).toEqual({})
})

test('does not clear failures of one half by the other half of the proof', async () => {
  const { secret } = await setSecondFactor(server, 'member')
  for (let at = 0; at < 4; at++) await remove('nonsense')
  await changePassword(TEST_PASSWORD, 'weak')
  await remove('nonsense')
  expect((await remove(codeOf(secret))).json().detail).toContain('more than 5 failed login attempts')
})

test('lets an administrator remove a lost one; the account then sets a new password', async () => {
  await setSecondFactor(server, 'member')
  const reset = (id: string) => server.as('admin').ask(resetSecondFactor, { params: { id } })
  expect((await server.as('loner').ask(resetSecondFactor, { params: own() })).statusCode).toBe(403)
  expect((await reset(server.people.ids.admin)).json()).toEqual({
    detail: 'To remove your own second factor, use your password and a code.',
  })
  expect((await reset(server.people.ids.loner)).json()).toEqual({ detail: 'No second factor is set up.' })
  expect((await reset('nothing')).statusCode).toBe(404)
  expect((await reset(own().id)).json()).toEqual({})
  expect((await server.as('member').ask(readSession)).statusCode).toBe(401)
  expect((await tryLogin(server, 'member')).json().must_change_password).toBe(true)
  expect((await actions()).at(-1)).toBe('account.reset-second-factor')
})

test('lets nobody set, confirm or remove another person’s, and only administrators see it', async () => {
  await begin()
  const others = { params: own(), body: { current_password: TEST_PASSWORD } }
  const confirming = { params: own(), body: { otp: '123456' } }
  const removing = { params: own(), body: { current_password: TEST_PASSWORD, otp: '123456' } }
  for (const who of ['admin', 'loner', 'host'] as const) {
    expect((await server.as(who).ask(renewRecoveryCodes, removing)).statusCode).toBe(404)
    expect((await server.as(who).ask(beginSecondFactor, others)).statusCode).toBe(404)
    expect((await server.as(who).ask(confirmSecondFactor, confirming)).statusCode).toBe(404)
    expect((await server.as(who).ask(removeSecondFactor, removing)).statusCode).toBe(404)
  }
  expect((await server.as('admin').ask(readSecondFactor, { params: own() })).statusCode).toBe(200)
  expect((await server.as('loner').ask(readSecondFactor, { params: own() })).statusCode).toBe(404)
})

test('leaves the second factor of a directory account to the directory', async () => {
  await server.deps.database.execute(
    sql`update accounts set login_type = 'ldap', password_hash = null where username = 'member'`,
  )
  const answer = await begin()
  expect([answer.statusCode, answer.json()]).toEqual([
    409,
    { detail: 'The second factor of a directory account belongs to the directory and is set up there.' },
  ])
})

test('lets only one of two simultaneous uses of a code pass', async () => {
  const { secret } = await setSecondFactor(server, 'member')
  const otp = codeOf(secret)
  const answers = await Promise.all([remove(otp), tryLogin(server, 'member', { otp })])
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
  await forgetCodes(server)
})
