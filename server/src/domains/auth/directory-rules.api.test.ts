import { unlockAccount } from '@podium/contract/calls/accounts.ts'
import {
  searchDirectory,
  verifyDirectoryUser,
  verifyDirectoryUserByGet,
} from '@podium/contract/calls/directory.ts'
import { listLogins, listRefusedSignIns, makeToken } from '@podium/contract/calls/sign-in.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type StandInDirectory, startStandInDirectory } from '../../testing/stand-in-directory.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testDirectory } from '../../testing/test-directory.ts'
import { TEST_PASSWORD, tryLogin } from '../../testing/test-sign-in.ts'

const logged: string[] = []
let windows: StandInDirectory
let server: TestApp

beforeAll(async () => {
  windows = await startStandInDirectory()
  const log = pino({ level: 'info' }, { write: (line) => logged.push(line) })
  const env = { PODIUM_COMPAT_LDAP_GET: '1' }
  server = await createTestApp({ directory: testDirectory(windows.env), log, env })
  return async () => {
    await server.close()
    await windows.stop()
  }
})
beforeEach(async () => {
  const { database } = server.deps
  await database.execute(sql`delete from shadow_logins`)
  await database.execute(sql`delete from login_history`)
  await database.execute(sql`update accounts set login_type = 'ldap', last_login_at = now(), username = 'kim'
    where username = 'member'`)
  logged.length = 0
  return async () => {
    await database.execute(sql`update accounts set login_type = 'static', username = 'member',
      login_fail_count = 0, locked_at = null where username = 'kim'`)
  }
})

const says = (data: string) => ({
  code: 49,
  text: `80090308: LdapErr: DSID-0C09050F, comment: AcceptSecurityContext error, data ${data}, v4563`,
})
/** Answers like Active Directory: one answer to the right password, another to any other. */
function answering(right: { code: number; text?: string }, wrong = says('52e')) {
  windows.answer = (name, password) =>
    name === 'kim@example.org' && password === TEST_PASSWORD ? right : wrong
}
const OPEN = { code: 0 }
const answerTo = async (login_id: string, login_pw?: string) => {
  const answer = await tryLogin(server, login_id, login_pw === undefined ? {} : { login_pw })
  return answer.statusCode === 200 ? 'signed in' : answer.json().detail
}
const refused = (login_fail_count: number) => ({ error_code: 'USER.LOGIN.001', login_fail_count })
const LOCKED = { error_code: 'USER.LOGIN.002', login_fail_count: 5 }
const isLocked = async () => {
  const { rows } = await server.deps.database.execute(
    sql`select login_fail_count, locked_at from accounts where username = 'kim'`,
  )
  return rows[0]
}
const historyOf = async () => {
  const { logins } = await server.as('admin').call(listLogins, { params: { id: server.people.ids.member } })
  return logins.map(({ result }) => result)
}

for (const code of ['532', '773'])
  test(`says after the right password with ${code} to change it in the directory, and counts nothing`, async () => {
    answering(says(code))
    expect(await answerTo('kim', 'wrong')).toEqual(refused(1))
    for (let at = 0; at < 7; at++) expect(await answerTo('kim')).toEqual({ error_code: 'USER.LOGIN.006' })
    expect(await isLocked()).toEqual({ login_fail_count: 1, locked_at: null })
    expect(await answerTo('kim', 'wrong')).toEqual(refused(2))
    await waitFor(async () => expect(await historyOf()).toContain(`directory-${code}`))
    const { logins } = await server.as('admin').call(listRefusedSignIns, {})
    expect(logins).toContainEqual(expect.objectContaining({ username: 'kim', result: `directory-${code}` }))
    expect(logged.join('')).toContain(`(${code})`)
    answering(OPEN)
    expect(await answerTo('kim')).toBe('signed in')
  })

test('opens no lock by a password that must be changed, and gives an attacker no more tries', async () => {
  answering(says('532'))
  for (let at = 1; at <= 4; at++) expect(await answerTo('kim', `wrong ${at}`)).toEqual(refused(at))
  expect(await answerTo('kim')).toEqual({ error_code: 'USER.LOGIN.006' })
  expect(await answerTo('kim', 'wrong 5')).toEqual(LOCKED)
  expect(await answerTo('kim')).toEqual(LOCKED)
})

for (const [code, toWrong] of [
  ['530', '52e'],
  ['531', '52e'],
  ['533', '52e'],
  ['533', '533'],
  ['701', '52e'],
  ['775', '775'],
] as const)
  test(`answers for an account refused with ${code}, ${toWrong} with a wrong password, as for an unknown ID`, async () => {
    answering(says(code), says(toWrong))
    const tried = [TEST_PASSWORD, 'wrong', TEST_PASSWORD, TEST_PASSWORD, 'wrong', TEST_PASSWORD, 'wrong']
    const answers = { kim: [] as unknown[], nobody: [] as unknown[] }
    for (const password of tried) {
      answers.kim.push(await answerTo('kim', password))
      answers.nobody.push(await answerTo('nobody', password))
    }
    expect(answers.kim).toEqual(answers.nobody)
    expect(answers.kim.at(-1)).toEqual(LOCKED)
    const counted = toWrong === '52e' ? 3 : 0
    expect(await isLocked()).toEqual({ login_fail_count: counted, locked_at: null })
    await waitFor(async () => expect(await historyOf()).toContain(`directory-${code}`))
    answering(OPEN)
    expect(await answerTo('kim')).toBe('signed in')
    expect(await answerTo('kim', 'wrong')).toEqual(refused(1))
  })

test('restarts the count of a person refused by the directory after an unlock', async () => {
  answering(says('775'), says('775'))
  for (let at = 0; at < 5; at++) await answerTo('kim')
  expect(await answerTo('kim')).toEqual(LOCKED)
  await server.as('admin').call(unlockAccount, { params: { id: server.people.ids.member } })
  expect(await answerTo('kim')).toEqual(refused(1))
})

test('locks the account after guesses, whatever the directory says about others', async () => {
  answering(OPEN)
  for (let at = 1; at <= 4; at++) expect(await answerTo('kim', 'wrong')).toEqual(refused(at))
  windows.answer = () => says('775')
  expect(await answerTo('kim', 'wrong')).toEqual(LOCKED)
  answering(OPEN)
  expect(await answerTo('kim', 'wrong')).toEqual(LOCKED)
  expect(await answerTo('kim')).toEqual(LOCKED)
})

test('tells an administrator who verifies a password why the directory refuses the person', async () => {
  answering(says('773'))
  const body = { login_id: 'kim', login_pw: TEST_PASSWORD }
  const verified = await server.as('admin').ask(verifyDirectoryUser, { body })
  const sentence =
    'The directory keeps this person out: the password must be changed (773). Change it in the directory.'
  expect([verified.statusCode, verified.json()]).toEqual([422, { detail: sentence }])
  const searched = await server.as('admin').ask(searchDirectory, { body: { ...body, target_user: 'x' } })
  expect([searched.statusCode, searched.json()]).toEqual([422, { detail: sentence }])
  const older = await server.as('admin').ask(verifyDirectoryUserByGet, { query: body })
  expect([older.statusCode, older.json()]).toEqual([200, { verified: false }])
  expect(await isLocked()).toEqual({ login_fail_count: 0, locked_at: null })
})

test('tells a person at the password confirmation that their password has expired', async () => {
  answering(says('532'))
  const body = { name: 'ci', scope: 'read', expires_in_days: 7, current_password: TEST_PASSWORD } as const
  const made = await server.as('member').ask(makeToken, { params: { id: server.people.ids.member }, body })
  expect([made.statusCode, made.json().detail]).toEqual([
    422,
    'The directory keeps this person out: the password has expired (532). Change it in the directory.',
  ])
  expect(await isLocked()).toEqual({ login_fail_count: 0, locked_at: null })
})

test.each(['kim@example.org', 'Kim@EXAMPLE.org', 'EXAMPLE\\kim', 'example.org\\KIM'])(
  'signs in with a typed %s, on the counter of the ID',
  async (typed) => {
    answering(OPEN)
    expect(await answerTo(typed, 'wrong')).toEqual(refused(1))
    expect(await answerTo('kim', 'wrong')).toEqual(refused(2))
    expect(await answerTo(typed, 'wrong')).toEqual(refused(3))
    expect(await answerTo(typed)).toBe('signed in')
    expect(await answerTo('kim', 'wrong')).toEqual(refused(1))
  },
)

test('counts an unknown ID once, whatever domain is typed', async () => {
  expect(await answerTo('EXAMPLE\\nobody')).toEqual(refused(1))
  expect(await answerTo('nobody@example.org')).toEqual(refused(2))
  expect(await answerTo('nobody')).toEqual(refused(3))
  expect(await answerTo('nobody@elsewhere.org')).toEqual(refused(1))
})

test('takes each ID as typed if account IDs end in the domain', async () => {
  answering(OPEN)
  await server.deps.database.execute(
    sql`update accounts set username = 'lee@example.org' where username = 'outsider'`,
  )
  expect(await answerTo('lee@example.org', 'wrong')).toEqual(refused(1))
  expect(await answerTo('kim@example.org')).toEqual(refused(1))
  expect(await answerTo('EXAMPLE\\kim')).toBe('signed in')
  await server.deps.database.execute(
    sql`update accounts set username = 'outsider' where username = 'lee@example.org'`,
  )
})
