import {
  changeOwnPassword,
  deleteAccounts,
  editAccount,
  setPassword,
} from '@podium/contract/calls/accounts.ts'
import { login, readSession } from '@podium/contract/calls/auth.ts'
import {
  listSessions,
  listTokens,
  makeToken,
  readSecondFactor,
  revokeToken,
} from '@podium/contract/calls/sign-in.ts'
import { listWorkspaces } from '@podium/contract/calls/workspaces.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Directory, DirectoryAway } from '../../../directory/directory.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import {
  codeOf,
  givePasswords,
  setSecondFactor,
  signInAs,
  TEST_PASSWORD,
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
const asked = {
  name: 'nightly',
  scope: 'full' as const,
  expires_in_days: 30,
  current_password: TEST_PASSWORD,
}
const make = (
  overrides: Partial<Omit<typeof asked, 'scope'>> & { scope?: 'read' | 'full'; otp?: string } = {},
) => server.as('member').ask(makeToken, { params: own(), body: { ...asked, ...overrides } })
const list = () => server.as('member').call(listTokens, { params: own() })

/** A program that sends the token and nothing else. */
const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const status = async (token: string) =>
  (await server.as('anonymous').ask(readSession, withToken(token))).statusCode

test('shows a token once, lets it act as its owner, and stores it as a hash', async () => {
  const made = (await make()).json()
  expect(made).toEqual({
    id: expect.any(String),
    name: 'nightly',
    scope: 'full',
    expires_at: expect.stringMatching(/Z$/),
    token: expect.stringMatching(/^podium_[\w-]{43}$/),
  })
  const person = await server.as('anonymous').call(readSession, withToken(made.token))
  expect(person.username).toBe('member')
  const { tokens, total } = await list()
  expect([total, tokens.length]).toEqual([1, 1])
  expect(tokens[0]).toMatchObject({ id: made.id, name: 'nightly', scope: 'full', state: 'active' })
  expect(JSON.stringify(tokens)).not.toContain(made.token)
  const { rows } = await server.deps.database.execute(
    sql`select octet_length(token_hash) as bytes from access_tokens`,
  )
  expect(rows).toEqual([{ bytes: 32 }])
})

test('refuses the token of an account that a login would refuse as unused for too long', async () => {
  const { token } = (await make()).json()
  await server.deps.database.execute(sql`update accounts set created_at = now() - interval '200 days',
    last_login_at = now() - interval '91 days' where username = 'member'`)
  const refused = await server.as('anonymous').ask(readSession, withToken(token))
  expect([refused.statusCode, refused.json()]).toEqual([401, { detail: 'Please sign in first.' }])
  await server.as('admin').send('PATCH', `/api/v1/settings/accounts/${own().id}/unblock`)
  expect(await status(token)).toBe(200)
})

test('keeps the last administrator’s token valid, as their login does', async () => {
  const params = { id: server.people.ids.admin }
  const { token } = await server.as('admin').call(makeToken, { params, body: asked })
  await server.deps.database.execute(
    sql`update accounts set created_at = now() - interval '200 days', last_login_at = null where username = 'admin'`,
  )
  expect(await status(token)).toBe(200)
  await server.deps.database.execute(sql`update accounts set role = 'ADMIN' where username = 'loner'`)
  expect(await status(token)).toBe(401)
})

test('records the use at most once a minute', async () => {
  const { token } = (await make()).json()
  const used = async () => (await list()).tokens[0]?.last_used_at
  expect(await used()).toBeNull()
  await status(token)
  const first = await used()
  expect(first).not.toBeNull()
  await status(token)
  expect(await used()).toBe(first)
  await server.deps.database.execute(
    sql`update access_tokens set last_used_at = now() - interval '2 minutes'`,
  )
  await status(token)
  expect(Date.parse(String(await used()))).toBeGreaterThanOrEqual(Date.parse(String(first)))
})

test('lets a read-only token change nothing', async () => {
  const { token } = (await make({ scope: 'read' })).json()
  const program = server.as('anonymous')
  expect((await program.ask(listWorkspaces, withToken(token))).statusCode).toBe(200)
  const path = `/api/v1/workspaces/${server.people.first.id}/objects/uploads/a.txt`
  const refused = await program.send('PUT', path, 'a', withToken(token).headers)
  expect([refused.statusCode, refused.json()]).toEqual([
    403,
    { detail: 'This access token is read-only. Create one with full access.' },
  ])
  const full = (await make()).json().token
  expect((await program.send('PUT', path, 'a', withToken(full).headers)).statusCode).toBe(200)
})

test('accepts no token for calls about the sign-in', async () => {
  const { token, id } = (await make()).json()
  const calls = [
    [listSessions, {}],
    [listTokens, {}],
    [makeToken, { body: asked }],
    [revokeToken, {}],
    [readSecondFactor, {}],
    [changeOwnPassword, { body: { current_password: TEST_PASSWORD, password: 'amber lantern over frost' } }],
  ] as const
  for (const [route, args] of calls) {
    const params = { ...own(), token: id }
    const answer = await server.as('anonymous').ask(route, { params, ...args, ...withToken(token) })
    expect([route.id, answer.statusCode, answer.json().detail]).toEqual([
      route.id,
      403,
      'An access token cannot change how you sign in. Sign in with your password.',
    ])
  }
})

test('accepts a token only as a program’s Bearer', async () => {
  const { token } = (await make()).json()
  const ask = (headers: Record<string, string>) =>
    server.as('anonymous').send('GET', '/api/v1/auth/session', undefined, headers)
  const bearer = { authorization: `Bearer ${token}` }
  expect((await ask({ ...bearer, 'sec-fetch-site': 'same-origin' })).statusCode).toBe(401)
  expect((await ask({ ...bearer, origin: 'http://localhost' })).statusCode).toBe(401)
  expect((await ask({ cookie: `access-token=${token}` })).statusCode).toBe(401)
  expect((await ask({ cookie: `__Host-podium=${token}` })).statusCode).toBe(401)
  expect((await ask(bearer)).statusCode).toBe(200)
})

test('answers an expired, a revoked and a made-up token alike', async () => {
  const [expired, revoked] = [(await make()).json(), (await make({ name: 'other' })).json()]
  await server.deps.database.execute(
    sql`update access_tokens set expires_at = now() - interval '1 second' where id = ${expired.id}::uuid`,
  )
  const params = { ...own(), token: revoked.id }
  expect(await server.as('member').call(revokeToken, { params })).toEqual({ id: revoked.id })
  expect((await server.as('member').ask(revokeToken, { params })).statusCode).toBe(404)
  const answers = await Promise.all(
    [expired.token, revoked.token, `podium_${'x'.repeat(43)}`].map((token) =>
      server.as('anonymous').ask(readSession, withToken(token)),
    ),
  )
  for (const answer of answers)
    expect([answer.statusCode, answer.json()]).toEqual([401, { detail: 'Please sign in first.' }])
  const states = (await list()).tokens.map(({ name, state }) => [name, state])
  expect(states).toEqual([
    ['other', 'revoked'],
    ['nightly', 'expired'],
  ])
})

test('ends a token with the account and with its password, and suspends it while a password must be changed', async () => {
  const { token } = (await make()).json()
  await server.deps.database.execute(
    sql`update accounts set must_change_password = true where username = 'member'`,
  )
  const waiting = await server.as('anonymous').ask(listWorkspaces, withToken(token))
  expect([waiting.statusCode, waiting.json().detail]).toEqual([403, 'Please change your password first.'])
  await server.as('member').call(changeOwnPassword, {
    params: own(),
    body: { current_password: TEST_PASSWORD, password: 'amber lantern over frost' },
  })
  expect(await status(token)).toBe(401)
  const again = (await make({ current_password: 'amber lantern over frost' })).json().token
  expect(await status(again)).toBe(200)
  await server.as('admin').call(deleteAccounts, { body: { ids: [own().id] } })
  expect(await status(again)).toBe(401)
  const { rows } = await server.deps.database.execute(sql`select from access_tokens where revoked_at is null`)
  expect(rows).toEqual([])
})

test('ends a token when an administrator changes the role or sets a password', async () => {
  const admin = server.as('admin')
  const [first, second] = [(await make()).json().token, (await make({ name: 'other' })).json().token]
  await admin.call(editAccount, { body: { ...own(), role: 'ADMIN' } })
  expect([await status(first), await status(second)]).toEqual([401, 401])
  const program = await signInAs(server, 'member')
  const { token } = await program.call(makeToken, { params: own(), body: asked })
  expect(await status(token)).toBe(200)
  await admin.call(setPassword, { params: own(), body: { password: 'amber lantern over frost' } })
  expect(await status(token)).toBe(401)
})

test('allows at most twenty active ones, also when made at once; a revoked one makes room', async () => {
  await server.deps.database.execute(sql`insert into access_tokens (account_id, name, token_hash, scope, expires_at)
    select ${own().id}::uuid, n::text, decode(md5(n::text), 'hex'), 'read', now() + interval '1 day'
    from generate_series(1, 18) n`)
  const answers = await Promise.all([make(), make(), make(), make()])
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 200, 409, 409])
  expect(answers.find((answer) => answer.statusCode === 409)?.json()).toEqual({
    detail: 'You have 20 active access tokens. Revoke one of them first.',
  })
  const token = answers.find((answer) => answer.statusCode === 200)?.json().id
  await server.as('member').call(revokeToken, { params: { ...own(), token } })
  expect((await make()).statusCode).toBe(200)
})

test('requires the current password to make one, and the second factor if there is one', async () => {
  const wrong = await make({ current_password: 'nonsense' })
  expect([wrong.statusCode, wrong.json()]).toEqual([422, { detail: 'Password is not correct.' }])
  const { secret } = await setSecondFactor(server, 'member')
  const problem = async (otp?: string) => {
    const answer = await make(otp === undefined ? {} : { otp })
    return [answer.statusCode, answer.json().detail[0]?.loc, answer.json().detail[0]?.msg]
  }
  expect(await problem()).toEqual([422, ['body', 'otp'], 'Type the code of your second factor.'])
  expect(await problem('nonsense')).toEqual([422, ['body', 'otp'], 'The code is not correct.'])
  expect((await make({ otp: codeOf(secret) })).statusCode).toBe(200)
  for (let at = 0; at < 3; at++) await make({ otp: 'nonsense' })
  const fifth = await make({ otp: 'nonsense' })
  expect(fifth.json().detail[0].msg).toBe('The code is not correct.')
  const locked = await make({ otp: codeOf(secret, 1) })
  expect(locked.json().detail).toContain('more than 5 failed login attempts')
})

test('refuses each wrong field in its place', async () => {
  for (const [body, field] of [
    [{ name: ' ' }, 'name'],
    [{ name: '' }, 'name'],
    [{ expires_in_days: 0 }, 'expires_in_days'],
    [{ expires_in_days: 367 }, 'expires_in_days'],
    [{ scope: 'all' as 'full' }, 'scope'],
  ] as const) {
    const answer = await make(body)
    expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ['body', field]])
  }
})

test('lets an administrator list and revoke other people’s, but make none', async () => {
  const { id, token } = (await make()).json()
  const admin = server.as('admin')
  expect((await admin.call(listTokens, { params: own() })).total).toBe(1)
  expect((await admin.ask(makeToken, { params: own(), body: asked })).statusCode).toBe(404)
  expect((await server.as('loner').ask(listTokens, { params: own() })).statusCode).toBe(404)
  expect((await server.as('loner').ask(revokeToken, { params: { ...own(), token: id } })).statusCode).toBe(
    404,
  )
  await admin.call(revokeToken, { params: { ...own(), token: id } })
  expect(await status(token)).toBe(401)
  const { rows } = await server.deps.database.execute(
    sql`select action, actor_name from audit_events order by id`,
  )
  expect(rows).toEqual([
    { action: 'account.make-token', actor_name: 'member' },
    { action: 'account.revoke-token', actor_name: 'admin' },
  ])
})

test('lists by page, newest first', async () => {
  for (const name of ['one', 'two', 'three']) await make({ name })
  await server.deps.database.execute(
    sql`update access_tokens set created_at = now() - interval '1 hour' where name = 'one'`,
  )
  await server.deps.database.execute(
    sql`update access_tokens set created_at = now() - interval '1 minute' where name = 'two'`,
  )
  const page = await server.as('member').call(listTokens, { params: own(), query: { page: 2, page_size: 2 } })
  expect([page.total, page.tokens.map(({ name }) => name)]).toEqual([3, ['one']])
})

test('checks the passwords of directory accounts there, and counts no try while it is away', async () => {
  const answers = { verify: async () => true }
  const directory = { idOf: (typed: string) => typed, verify: () => answers.verify() } as unknown as Directory
  const own = await createTestApp({ directory })
  try {
    await own.deps.database.execute(
      sql`update accounts set login_type = 'ldap', login_fail_count = 4 where username = 'member'`,
    )
    const params = { id: own.people.ids.member }
    const ask = () => own.as('member').ask(makeToken, { params, body: asked })
    answers.verify = async () => {
      throw new DirectoryAway('It does not answer.')
    }
    expect([(await ask()).statusCode, (await ask()).statusCode]).toEqual([503, 503])
    answers.verify = async () => true
    expect((await ask()).json().token).toMatch(/^podium_/)
    answers.verify = async () => false
    expect((await ask()).json()).toEqual({ detail: 'Password is not correct.' })
    const body = { current_password: TEST_PASSWORD, password: 'amber lantern over frost' }
    expect((await own.as('member').ask(changeOwnPassword, { params, body })).json()).toEqual({
      detail: 'The password of a directory account is managed in the directory. Change it there.',
    })
  } finally {
    await own.close()
  }
})

test('lets a program with a token still sign in with a password', async () => {
  const { token } = (await make()).json()
  const answer = await server.as('anonymous').ask(login, {
    body: { login_id: 'loner', login_pw: TEST_PASSWORD },
    ...withToken(token),
  })
  expect(answer.json().username).toBe('loner')
})
