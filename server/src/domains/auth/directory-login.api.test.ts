// @module-tag slapd
// @module-tag openssl
import { createAccount, readAccount } from '@podium/contract/calls/accounts.ts'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import type { Directory } from '../../directory/directory.ts'
import { type Slapd, startSlapd } from '../../testing/slapd.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { createClient } from '../../testing/test-client.ts'
import { IMPATIENCE, NO_READER, testDirectory } from '../../testing/test-directory.ts'
import { passwords } from '../accounts/passwords.ts'
import { podium } from '../audit/audit.ts'

const PASSWORD = 'violet kettle under moss'
const STATIC = 'amber lantern over frost'
let slapd: Slapd
let server: TestApp
const ORDINARY = { connect_ms: 2_000, whole_ms: 5_000 }
const patience = { ...ORDINARY }

beforeAll(async () => {
  slapd = await startSlapd([
    {
      uid: 'kim',
      password: PASSWORD,
      displayName: 'Kim of the directory',
      mail: 'kim@example.org',
      o: 'Example Works',
      ou: 'Vision',
    },
    { uid: 'Lee', password: PASSWORD, mail: 'lee@example.org' },
    { uid: 'stranger', password: PASSWORD },
    { uid: 'quiet', password: PASSWORD, displayName: 'A quiet one' },
  ])
  server = await createTestApp({ directory: testDirectory(slapd.env, { patience }) })
  const hash = await passwords.hash(STATIC, podium)
  await server.deps.database.execute(
    sql`update accounts set password_hash = ${hash}, last_login_at = now() where username = 'member'`,
  )
  return async () => {
    await server.close()
    await slapd.stop()
  }
})
afterEach(() => {
  Object.assign(patience, ORDINARY)
  slapd.resume()
})

async function silence(): Promise<void> {
  await slapd.pause()
  Object.assign(patience, IMPATIENCE)
}
const tryLogin = (login_id: string, login_pw: string, app = server.app) =>
  app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    headers: { host: 'localhost' },
    payload: JSON.stringify({ login_id, login_pw }),
  })
const add = (body: object, app = server.app) =>
  createClient(app, server.people.tokens.admin ?? null).ask(createAccount, {
    query: { login_type: 'ldap' },
    body,
  })
/** Another server on the same database. */
const serverWith = (directory: Directory | null) => buildApp({ ...server.deps, directory }, 'no-console')
const refused = (login_fail_count: number) => ({ detail: { error_code: 'USER.LOGIN.001', login_fail_count } })

test('makes an account for a person of the directory, with the directory’s fields', async () => {
  const made = (await add({ username: 'KIM', role: 'DEVELOPER', company: 'Elsewhere' })).json()
  expect(made).toMatchObject({
    username: 'kim',
    login_type: 'ldap',
    display_name: 'Kim of the directory',
    email: 'kim@example.org',
    company: 'Elsewhere',
    department: 'Vision',
    must_change_password: false,
  })
  const again = await add({ username: 'kim', role: 'DEVELOPER' })
  expect(again.statusCode).toBe(409)
  const recorded = await server.deps.database.execute(
    sql`select after from audit_events where action = 'account.create' and object_id = ${made.id}`,
  )
  expect(recorded.rows[0]?.after).toMatchObject({ username: 'kim', login_type: 'ldap' })
})

test('requires directory credentials from whoever adds a person without a reader, and the person must exist', async () => {
  const blind = await serverWith(testDirectory({ ...slapd.env, ...NO_READER }))
  const known = { login_id: 'Lee', login_pw: PASSWORD }
  const ask = async (body: object) => {
    const answer = await add({ role: 'DEVELOPER', ...body }, blind)
    return [answer.statusCode, answer.json().detail ?? answer.json().display_name]
  }
  const wrong = [422, 'Invalid Credentials.']
  expect(await ask({ username: 'nobody' })).toEqual(wrong)
  expect(await ask({ username: 'quiet' })).toEqual(wrong)
  expect(await ask({ username: 'quiet', login_id: 'Lee', login_pw: 'not this' })).toEqual(wrong)
  expect(await ask({ username: 'nobody', ...known })).toEqual([
    422,
    [{ loc: ['body', 'username'], msg: 'It is not a registered ID.', type: 'value_error' }],
  ])
  expect(await ask({ username: 'quiet', ...known })).toEqual([200, 'A quiet one'])
  for (let at = 0; at < 5; at++) expect((await ask({ username: 'quiet', ...known }))[0]).toBe(409)
  for (let at = 0; at < 4; at++) await ask({ username: 'lee', login_id: `x${at}`, login_pw: 'not this' })
  expect((await ask({ username: 'lee', ...known }))[0]).toBe(429)
  await blind.close()
})

test('reports invalid fields of a directory account in their place', async () => {
  const unknown = await add({ username: 'nobody', role: 'DEVELOPER' })
  expect([unknown.statusCode, unknown.json().detail]).toEqual([
    422,
    [{ loc: ['body', 'username'], msg: 'It is not a registered ID.', type: 'value_error' }],
  ])
  const withPassword = await add({ username: 'Lee', role: 'DEVELOPER', password: STATIC })
  expect(withPassword.json().detail[0]).toMatchObject({
    loc: ['body', 'password'],
    msg: 'The password of a directory account is managed in the directory. Change it there.',
  })
  const withoutPassword = await server.as('admin').send('POST', '/api/v1/settings/accounts', {
    username: 'x',
    display_name: 'X',
    email: 'x@example.org',
    role: 'DEVELOPER',
  })
  expect(withoutPassword.json().detail).toEqual([
    { loc: ['body', 'password'], msg: 'This field is required.', type: 'required' },
  ])
  await silence()
  expect((await add({ username: 'Lee', role: 'DEVELOPER' })).statusCode).toBe(503)
})

test('signs added people in with the directory’s password, counted like any other', async () => {
  for (let at = 1; at <= 4; at++) expect((await tryLogin('kim', 'wrong')).json()).toEqual(refused(at))
  const signedIn = await tryLogin('Kim', PASSWORD)
  expect(signedIn.json()).toMatchObject({ username: 'kim', login_type: 'ldap', must_change_password: false })
  expect((await tryLogin('kim', '')).json()).toEqual(refused(1))
  for (let at = 0; at < 4; at++) await tryLogin('kim', 'wrong')
  expect((await tryLogin('kim', PASSWORD)).json()).toEqual({
    detail: { error_code: 'USER.LOGIN.002', login_fail_count: 5 },
  })
  await server.deps.database.execute(sql`update accounts set login_fail_count = 0, locked_at = null`)
})

test('treats a person of the directory without an account as an unknown ID', async () => {
  for (let at = 1; at <= 4; at++) expect((await tryLogin('stranger', PASSWORD)).json()).toEqual(refused(at))
})

test('answers like for a wrong password if the directory no longer lists the person', async () => {
  const inVision = '(&(objectClass=inetOrgPerson)(ou=Vision)(uid={login_id}))'
  const grouped = await serverWith(testDirectory({ ...slapd.env, PODIUM_LDAP_FILTER: inVision }))
  expect((await add({ username: 'Lee', role: 'DEVELOPER' })).statusCode).toBe(200)
  expect((await tryLogin('kim', PASSWORD, grouped)).statusCode).toBe(200)
  const wrong = await tryLogin('lee', 'wrong', grouped)
  const outside = await tryLogin('lee', PASSWORD, grouped)
  expect([wrong.statusCode, wrong.json()]).toEqual([401, refused(1)])
  expect([outside.statusCode, outside.json()]).toEqual([401, refused(2)])
  expect((await tryLogin('lee', PASSWORD)).statusCode).toBe(200)
  await server.deps.database.execute(sql`update accounts set deleted_at = now() where username = 'Lee'`)
  await grouped.close()
})

test('fills missing fields at the first sign-in, and keeps existing ones', async () => {
  const { database } = server.deps
  const { id } = (await add({ username: 'lee', role: 'DEVELOPER' })).json()
  await database.execute(
    sql`update accounts set display_name = 'Lee by hand', email = null, department = 'By hand' where id = ${id}::uuid`,
  )
  expect((await tryLogin('lee', PASSWORD)).json().display_name).toBe('Lee by hand')
  const filled = await server.as('admin').call(readAccount, { params: { id } })
  expect(filled).toMatchObject({
    username: 'Lee',
    display_name: 'Lee by hand',
    email: 'lee@example.org',
    department: 'By hand',
  })
  const recorded = await database.execute(
    sql`select actor_name, before, after from audit_events where action = 'account.edit' and object_id = ${id}`,
  )
  expect(recorded.rows).toEqual([
    { actor_name: 'podium', before: { email: null }, after: { email: 'lee@example.org' } },
  ])
  await database.execute(sql`update accounts set email = null where id = ${id}::uuid`)
  await tryLogin('lee', PASSWORD)
  expect((await server.as('admin').call(readAccount, { params: { id } })).email).toBe('')
})

test('locks nobody out while the directory does not answer, and signs others in as usual', {
  tags: ['long'],
}, async () => {
  await silence()
  const tries = await Promise.all([
    ...Array.from({ length: 8 }, () => tryLogin('kim', PASSWORD)),
    tryLogin('member', STATIC),
    tryLogin('nobody', STATIC),
  ])
  expect(tries[8]?.statusCode).toBe(200)
  expect(tries[9]?.json()).toEqual(refused(1))
  const answers = tries.slice(0, 8).filter((answer) => answer.json().detail.error_code === 'USER.LOGIN.004')
  expect(answers.length).toBeGreaterThanOrEqual(5)
  for (const answer of answers) {
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toEqual({ detail: { error_code: 'USER.LOGIN.004' } })
    expect(answer.headers['retry-after']).toBe('1')
  }
  for (let at = 0; at < 6; at++)
    expect((await tryLogin('kim', PASSWORD)).json().detail.error_code).toBe('USER.LOGIN.004')
  slapd.resume()
  const later = await serverWith(testDirectory(slapd.env))
  expect((await tryLogin('kim', PASSWORD, later)).statusCode).toBe(200)
  await later.close()
})

test('refuses sign-ins and new accounts of the directory if there is none', async () => {
  const alone = await serverWith(null)
  expect((await tryLogin('kim', PASSWORD, alone)).json()).toEqual({
    detail: { error_code: 'USER.LOGIN.004' },
  })
  expect((await tryLogin('member', STATIC, alone)).statusCode).toBe(200)
  const made = await add({ username: 'stranger', role: 'DEVELOPER' }, alone)
  expect([made.statusCode, made.json()]).toEqual([409, { detail: 'This function is not working' }])
  await alone.close()
})
