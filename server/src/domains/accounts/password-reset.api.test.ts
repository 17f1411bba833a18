import {
  changeOwnPassword,
  listAccounts,
  makePasswordLink,
  setPassword,
} from '@podium/contract/calls/accounts.ts'
import { readSession, usePasswordLink } from '@podium/contract/calls/auth.ts'
import { listWorkspaces } from '@podium/contract/calls/workspaces.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { signInAs } from '../../testing/test-sign-in.ts'

const PASSWORD = 'violet kettle under moss'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})
beforeEach(() => server.startOver())

const set = (id: string, password = PASSWORD) =>
  server.as('admin').ask(setPassword, { params: { id }, body: { password } })
const login = (login_id: string) =>
  server.as('anonymous').send('POST', '/api/v1/auth/login', { login_id, login_pw: PASSWORD })

test('ends the sessions at once, and requires a new password at the next login', async () => {
  const { ids } = server.people
  const answer = await set(ids.member)
  expect([answer.statusCode, answer.json()]).toEqual([200, {}])
  expect((await server.as('member').ask(readSession)).statusCode).toBe(401)
  expect((await login('member')).json()).toMatchObject({ username: 'member', must_change_password: true })
  const { rows } = await server.deps.database.execute(
    sql`select action, object_name, before, after from audit_events order by id`,
  )
  expect(rows).toEqual([{ action: 'account.set-password', object_name: 'member', before: null, after: null }])
})

test('keeps a lock until it is unlocked', async () => {
  await server.deps.database.execute(sql`update accounts set login_fail_count = 5, locked_at = now()
    where username = 'member'`)
  await set(server.people.ids.member)
  expect((await login('member')).json().detail.error_code).toBe('USER.LOGIN.002')
  const { accounts } = await server.as('admin').call(listAccounts, { query: { locked: true } })
  expect(accounts.map(({ username, login_fail_count }) => [username, login_fail_count])).toEqual([
    ['member', 5],
  ])
})

test('refuses a weak one with the reason, and ends nothing', async () => {
  const { ids } = server.people
  const short = await set(ids.member, 'short')
  expect([short.statusCode, short.json()]).toEqual([422, { detail: 'Use at least 15 characters.' }])
  const named = await set(ids.member, 'xq member 93 zt wk pl')
  expect(named.json().detail).toBe("Leave 'member' out of the password: it is easy to guess.")
  expect((await server.as('member').ask(readSession)).statusCode).toBe(200)
})

test('accepts a shorter one with a second factor', async () => {
  await server.deps.database.execute(
    sql`update accounts set totp_confirmed_at = now() where username = 'member'`,
  )
  expect((await set(server.people.ids.member, 'kx93 wq7')).statusCode).toBe(200)
})

test('refuses one’s own account, accounts of the directory and missing ones', async () => {
  const { ids } = server.people
  const own = await set(ids.admin)
  expect([own.statusCode, own.json()]).toEqual([
    409,
    { detail: 'Change your own password under Edit Profile.' },
  ])
  await server.deps.database.execute(sql`update accounts set login_type = 'ldap' where username = 'loner'`)
  const directory = await set(ids.loner)
  expect([directory.statusCode, directory.json()]).toEqual([
    409,
    { detail: 'The password of a directory account is managed in the directory. Change it there.' },
  ])
  const link = await server.as('admin').ask(makePasswordLink, { params: { id: ids.loner } })
  expect([link.statusCode, link.json()]).toEqual([409, directory.json()])
  expect((await set('nothing')).statusCode).toBe(404)
})

test('voids an earlier link, as a change by the owner does', async () => {
  const { ids } = server.people
  const link = async () => {
    const { url } = await server.as('admin').call(makePasswordLink, { params: { id: ids.member } })
    return url.split('#')[1] ?? ''
  }
  const use = (secret: string) =>
    server.as('anonymous').ask(usePasswordLink, { body: { secret, password: 'amber lantern over frost' } })
  const VOID = { detail: 'This link is no longer valid. Ask for a new one.' }
  const before = await link()
  await set(ids.member)
  expect((await use(before)).json()).toEqual(VOID)
  const member = await signInAs(server, 'member')
  const pending = await link()
  await member.call(changeOwnPassword, {
    params: { id: ids.member },
    body: { current_password: PASSWORD, password: 'winter brook beneath slate' },
  })
  expect((await use(pending)).json()).toEqual(VOID)
  expect((await use(await link())).statusCode).toBe(200)
})

test('does not accept the given password as the new one', async () => {
  const { ids } = server.people
  await set(ids.member)
  const member = await signInAs(server, 'member')
  const answer = await member.ask(changeOwnPassword, {
    params: { id: ids.member },
    body: { current_password: PASSWORD, password: PASSWORD },
  })
  expect([answer.statusCode, answer.json()]).toEqual([
    422,
    { detail: 'This is the password you have now. Choose another one.' },
  ])
  expect((await member.ask(listWorkspaces)).statusCode).toBe(403)
})
