import {
  changeOwnPassword,
  checkAccount,
  createAccount,
  deleteAccounts,
  listAccounts,
  unlockAccount,
  unlockAccounts,
} from '@podium/contract/calls/accounts.ts'
import { readSession } from '@podium/contract/calls/auth.ts'
import { messages } from '@podium/contract/rules/rules.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { createClient } from '../../testing/test-client.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})
beforeEach(() => server.startOver())

const fresh = {
  username: 'kim',
  password: 'violet kettle under moss',
  display_name: 'Kim',
  email: 'kim@example.org',
  role: 'DEVELOPER' as const,
}

const audited = async () =>
  (
    await server.deps.database.execute<{ action: string; actor_name: string; object_name: string }>(
      sql`select action, actor_name, object_name from audit_events order by id`,
    )
  ).rows

test.each([
  [{ username: 'kim', role: 'ADMIN' }, ['password', 'display_name', 'email']],
  [{ ...fresh, username: 'K!', display_name: ' ', email: 'nowhere' }, ['username', 'display_name', 'email']],
])('refuses all wrong fields of a new account at once: %o', async (body, fields) => {
  const answer = await server.as('admin').send('POST', '/api/v1/settings/accounts', body)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual(fields)
})

test('records a new account, which must change its password, without any secret', async () => {
  const made = await server.as('admin').call(createAccount, { body: { ...fresh, company: '' } })
  expect(made).toMatchObject({
    username: 'kim',
    email: 'kim@example.org',
    company: '',
    department: '',
    locked: false,
    lock_reason: '',
    must_change_password: true,
    last_login_at: null,
    revision: 1,
  })
  expect(await audited()).toEqual([{ action: 'account.create', actor_name: 'admin', object_name: 'kim' }])
  const everything =
    await server.deps.database.execute(sql`select a::text, (select password_hash from accounts
    where username = 'kim') as hash from audit_events a`)
  expect(JSON.stringify(everything.rows)).not.toContain(fresh.password)
  expect(String(everything.rows[0]?.hash)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const without = await server.as('admin').call(createAccount, {
    body: { ...fresh, username: 'lee', must_change_password: false },
  })
  expect(without.must_change_password).toBe(false)
})

test('records a directory password sent for an account of its own nowhere', async () => {
  const login_pw = 'the reader of the directory'
  await server.as('admin').call(createAccount, { body: { ...fresh, login_id: 'reader', login_pw } })
  const { rows } = await server.deps.database.execute(sql`select a::text from audit_events a`)
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(login_pw)
})

test('ignores case in IDs, and lets one of many simultaneous calls win', async () => {
  const tries = await Promise.all(
    ['Kim', 'kim', 'KIM', 'kiM'].map((username) =>
      server
        .as('admin')
        .ask(createAccount, { body: { ...fresh, username, password: 'amber lantern over frost' } }),
    ),
  )
  expect(tries.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409, 409])
  expect(tries.find((answer) => answer.statusCode === 409)?.json()).toEqual({
    detail: 'This is a duplicate ID. Please enter a different ID.',
  })
  const check = (username: string) =>
    server.as('admin').call(checkAccount, { query: { username } }) as Promise<{ duplicate: boolean }>
  expect(await check('kIm')).toEqual({ duplicate: true })
  expect(await check('lee')).toEqual({ duplicate: false })
})

test('refuses each wrong field in its place', async () => {
  const wrong: [object, string][] = [
    [{ username: 'a b' }, 'username'],
    [{ username: '' }, 'username'],
    ...['podium', 'Host', 'SYSTEM'].map((username): [object, string] => [{ username }, 'username']),
    [{ display_name: ' ' }, 'display_name'],
    [{ email: 'nobody' }, 'email'],
    [{ email: '' }, 'email'],
  ]
  for (const [fields, field] of wrong) {
    const answer = await server.as('admin').ask(createAccount, { body: { ...fresh, ...fields } })
    expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ['body', field]])
  }
})

test('ends sessions and memberships at once when deleting, and frees the ID', async () => {
  const { ids } = server.people
  const answer = await server
    .as('admin')
    .call(deleteAccounts, { body: { ids: [ids.member, 'nothing', ids.admin] } })
  expect(answer).toEqual({
    done: [ids.member],
    failed: [
      { id: 'nothing', detail: 'There is nothing here that you may see.' },
      { id: ids.admin, detail: 'You cannot delete yourself.' },
    ],
  })
  expect((await server.as('member').ask(readSession)).statusCode).toBe(401)
  await server.as('admin').call(createAccount, { body: { ...fresh, username: 'member' } })
})

test('keeps the only manager of a workspace', async () => {
  const { ids } = server.people
  const answer = await server.as('admin').call(deleteAccounts, { body: { ids: [ids.manager] } })
  expect(answer.failed).toEqual([
    {
      id: ids.manager,
      detail: 'manager is the only manager of first-ws. Make someone else a manager there first.',
    },
  ])
})

test('keeps exactly one of two administrators who delete each other at once', async () => {
  const { ids } = server.people
  await server.deps.database.execute(sql`update accounts set role = 'ADMIN' where username = 'loner'`)
  for (let round = 0; round < 5; round++) {
    await server.deps.database.execute(sql`update accounts set deleted_at = null where role = 'ADMIN'`)
    const answers = await Promise.all([
      server.as('host').call(deleteAccounts, { body: { ids: [ids.admin] } }),
      server.as('host').call(deleteAccounts, { body: { ids: [ids.loner] } }),
    ])
    expect(answers.flatMap((answer) => answer.done)).toHaveLength(1)
    expect(answers.flatMap((answer) => answer.failed)[0]?.detail).toBe(
      'At least one active administrator must remain.',
    )
  }
})

test('gives the tries back when unlocking', async () => {
  const { ids } = server.people
  await server.deps.database.execute(sql`update accounts set login_fail_count = 5, locked_at = now()
    where username in ('member', 'loner')`)
  const { accounts } = await server.as('admin').call(listAccounts, { query: { locked: true } })
  expect(accounts.map((one) => [one.username, one.lock_reason])).toEqual([
    ['loner', 'failures'],
    ['member', 'failures'],
  ])
  const one = await server.as('admin').call(unlockAccount, { params: { id: ids.member } })
  expect(one).toMatchObject({ locked: false, login_fail_count: 0, locked_at: null })
  const both = await server.as('admin').call(unlockAccounts, { body: { ids: [ids.loner, ids.member] } })
  expect(both.done).toEqual([ids.loner, ids.member])
})

test('changes the own password with the current one, counted like logins, and ends the other sessions', async () => {
  const id = (
    await server.as('admin').call(createAccount, { body: { ...fresh, must_change_password: false } })
  ).id
  const login = async () => {
    const answer = await server.as('anonymous').send('POST', '/api/v1/auth/login', {
      login_id: 'kim',
      login_pw: fresh.password,
    })
    return createClient(
      server.app,
      /access-token=([^;]+)/.exec(String(answer.headers['set-cookie']))?.[1] ?? '',
    )
  }
  const [here, there] = [await login(), await login()]
  const change = (current_password: string, password: string, params = { id }) =>
    here.ask(changeOwnPassword, { params, body: { current_password, password } })
  const wrong = await change('nonsense', 'amber lantern over frost')
  expect([wrong.statusCode, wrong.json()]).toEqual([422, { detail: 'Password is not correct.' }])
  const weak = await change(fresh.password, 'kim kim kim kim kim')
  expect([weak.statusCode, weak.json()]).toEqual([
    422,
    { detail: 'This password repeats very few characters. Choose another one.' },
  ])
  expect(
    (await change(fresh.password, 'amber lantern over frost', { id: server.people.ids.admin })).statusCode,
  ).toBe(404)
  expect((await change(fresh.password, 'amber lantern over frost')).json()).toEqual({})
  expect((await here.ask(readSession)).statusCode).toBe(200)
  expect((await there.ask(readSession)).statusCode).toBe(401)
  for (let at = 0; at < 4; at++)
    expect((await change('nonsense', 'granite ribbon at noon')).json().detail).toBe(
      'Password is not correct.',
    )
  const fifth = await change('nonsense', 'granite ribbon at noon')
  expect([fifth.statusCode, fifth.json().detail]).toEqual([422, messages.login_locked])
  const locked = await change('amber lantern over frost', 'granite ribbon at noon')
  expect(locked.json().detail).toContain('more than 5 failed login attempts')
})
