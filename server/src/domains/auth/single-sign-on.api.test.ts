import { listAccounts, readAccount } from '@podium/contract/calls/accounts.ts'
import { readSession } from '@podium/contract/calls/auth.ts'
import { readVersions } from '@podium/contract/calls/system.ts'
import { sql } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { createOpenIdConnect } from '../../identity-provider/openid-connect.ts'
import type { OidcSettings } from '../../oidc-settings.ts'
import {
  foreignKey,
  signInAtProvider,
  startIdentityProvider,
  type TestProvider,
  unsigned,
} from '../../testing/identity-provider.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { createClient } from '../../testing/test-client.ts'

const ORIGIN = 'http://localhost:8080'
const logged: string[] = []
/** texts that must be in no log and no audit event */
const secrets: string[] = []
let provider: TestProvider
let server: TestApp

beforeAll(async () => {
  provider = await startIdentityProvider(`${ORIGIN}/api/v1/auth/oidc/callback`, {})
  server = await serverOf({
    PODIUM_OIDC_GROUPS: 'staff',
    PODIUM_OIDC_ADMIN_GROUPS: 'operators',
    PODIUM_OIDC_WORKSPACES:
      'vision=first:DEVELOPER,leads=first-ws:MANAGER,leads=second:MEMBER,nowhere=gone:MEMBER',
  })
  return async () => {
    await server.close()
    await provider.stop()
  }
})
afterEach(() => provider.forge(null))

function serverOf(groups: Record<string, string>): Promise<TestApp> {
  const env = { ...provider.env, PODIUM_PUBLIC_URL: ORIGIN, ...groups }
  const log = pino({ level: 'debug' }, { write: (line) => logged.push(line) })
  return createTestApp({ env, log, provider: createOpenIdConnect(settingsOf(env)) })
}

function settingsOf(env: Record<string, string>): OidcSettings {
  const { oidc } = readConfig(env)
  if (!oidc) throw new Error('single sign-on is not set up')
  return oidc
}

/** Requests like a browser that follows a link or a redirect. */
const visit = (path: string, cookie = '') =>
  server.app.inject({
    url: path,
    headers: { host: 'localhost:8080', 'sec-fetch-site': 'cross-site', cookie },
  })

const cookiesOf = (answer: LightMyRequestResponse) =>
  [answer.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0] ?? '')
const sessionOf = (answer: LightMyRequestResponse) =>
  /^__Host-podium=(.+)$/.exec(
    cookiesOf(answer).find((cookie) => cookie.startsWith('__Host-podium=')) ?? '',
  )?.[1]

async function begin(next = '') {
  const started = await visit(`/api/v1/auth/oidc/start?next=${encodeURIComponent(next)}`)
  return { cookie: cookiesOf(started).join('; '), url: String(started.headers.location), started }
}

/** A browser's whole way: begins here, signs in there, and returns. */
async function signIn(login: string, next = '') {
  const { cookie, url } = await begin(next)
  const back = await signInAtProvider(url, login)
  const answer = await visit(back.pathname + back.search, cookie)
  const { code = '', state = '' } = Object.fromEntries(back.searchParams)
  secrets.push(code, state, cookie.split('=')[1] ?? '')
  return { answer, where: String(answer.headers.location), token: sessionOf(answer), back, cookie }
}

async function signedIn(login: string) {
  const { token, where } = await signIn(login)
  if (!token) throw new Error(`${login} was not signed in: ${where}`)
  return createClient(server.app, token, 'browser')
}

const accountOf = async (username: string) =>
  (await server.as('admin').call(listAccounts, { query: { username } })).accounts[0]

async function membershipsOf(username: string): Promise<string[]> {
  const { rows } = await server.deps.database.execute<{ what: string }>(sql`
    select w.name || ' ' || m.role || ' ' || m.source as what from members m
    join workspaces w on w.id = m.workspace_id join accounts a on a.id = m.account_id
    where a.username = ${username} order by w.name`)
  return rows.map(({ what }) => what)
}

async function eventsOf(action: string) {
  const { rows } = await server.deps.database.execute<{
    object_name: string
    after: unknown
    before: unknown
  }>(sql`select object_name, before, after from audit_events where action = ${action} order by id`)
  return rows
}

test('tells the login the label of its button', async () => {
  expect((await server.as('anonymous').call(readVersions)).single_sign_on).toBe('single sign-on')
})

test('signs a person of the provider in with a new account and a session like any other', async () => {
  provider.people.kim = { name: 'Kim\0Sol\n', email: 'kim@example.org', groups: ['staff', 'others'] }
  const { started } = await begin()
  expect(started.statusCode).toBe(302)
  expect(String(started.headers['set-cookie'])).toMatch(
    /^__Host-podium-sign-in-[\w-]{16}=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  )
  const { answer, token, where } = await signIn('kim', '/inferenceModel?view=runs')
  expect(where).toBe('/auth/login#signed-in=%2FinferenceModel%3Fview%3Druns')
  expect(String([answer.headers['set-cookie']].flat()[1])).toMatch(
    /^__Host-podium=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
  )
  const person = await createClient(server.app, token ?? '', 'browser').call(readSession)
  expect(person).toMatchObject({
    username: 'kim',
    display_name: 'Kim Sol',
    role: 'DEVELOPER',
    login_type: 'oidc',
    must_change_password: false,
    workspace: [],
  })
  const account = await server.as('admin').call(readAccount, { params: { id: person.account_id } })
  expect(account).toMatchObject({ email: 'kim@example.org', locked: false, login_type: 'oidc' })
  const [made] = (await eventsOf('account.create')).filter(({ object_name }) => object_name === 'kim')
  expect(made?.after).toMatchObject({ oidc_issuer: provider.issuer, oidc_subject: 'kim', role: 'DEVELOPER' })
})

test('identifies by identity, never by name: a renamed person keeps the account, and another’s name is not taken over', async () => {
  provider.people.lee = { groups: ['staff'] }
  await signedIn('lee')
  const before = await accountOf('lee')
  provider.people.lee = { groups: ['staff'], preferred_username: 'admin' }
  await signedIn('lee')
  expect((await accountOf('lee'))?.id).toBe(before?.id)
  provider.people.mallory = { groups: ['staff'], preferred_username: 'Admin' }
  expect((await signIn('mallory')).where).toBe('/auth/login#refused=taken')
  provider.people.trent = { groups: ['staff'], preferred_username: 'Lee' }
  expect((await signIn('trent')).where).toBe('/auth/login#refused=taken')
  expect((await accountOf('admin'))?.login_type).toBe('static')
})

test('gives and takes role and memberships by groups, and keeps what a person gave', async () => {
  const person = { groups: ['operators', 'leads', 'vision'] }
  provider.people.ada = person
  const first = await signedIn('ada')
  expect((await first.call(readSession)).role).toBe('ADMIN')
  expect(await membershipsOf('ada')).toEqual(['first-ws MANAGER group', 'second-ws MEMBER group'])
  const ada = await accountOf('ada')
  await server.deps.database.execute(sql`
    update members set source = 'direct' where account_id = ${ada?.id}::uuid
    and workspace_id = ${server.people.second.id}::uuid`)
  await server.deps.database.execute(sql`insert into webhooks (workspace_id, kind, url, events, secret, created_by)
    values (${server.people.second.id}::uuid, 'json', 'https://a.example', '{run.ended}', '', ${ada?.id}::uuid)`)

  person.groups = ['vision']
  const second = await signedIn('ada')
  expect((await second.call(readSession)).role).toBe('DEVELOPER')
  expect((await first.ask(readSession)).statusCode).toBe(401)
  expect(await membershipsOf('ada')).toEqual(['first-ws DEVELOPER group', 'second-ws MEMBER direct'])
  expect(await eventsOf('webhook.delete')).toHaveLength(1)
  expect(await eventsOf('account.edit')).toEqual([
    { object_name: 'ada', before: { role: 'ADMIN' }, after: { role: 'DEVELOPER' } },
  ])

  person.groups = ['others']
  expect((await signIn('ada')).where).toBe('/auth/login#refused=group')
  expect(await membershipsOf('ada')).toEqual(['second-ws MEMBER direct'])
  expect((await second.ask(readSession)).statusCode).toBe(401)
})

test('keeps the only manager of a workspace and the last administrator, and records that', async () => {
  const { database } = server.deps
  const person = { groups: ['operators', 'leads'] }
  provider.people.rae = person
  await signedIn('rae')
  await database.execute(sql`update accounts set role = 'DEVELOPER' where username = 'admin'`)
  await database.execute(sql`update members set role = 'MEMBER' where role = 'MANAGER' and source = 'direct'`)
  person.groups = ['staff']
  const client = await signedIn('rae')
  expect((await client.call(readSession)).role).toBe('ADMIN')
  expect(await membershipsOf('rae')).toEqual(['first-ws MANAGER group'])
  expect([await eventsOf('account.keep-administrator'), await eventsOf('member.keep-manager')]).toMatchObject(
    [[{ object_name: 'rae' }], [{ object_name: 'rae' }]],
  )
  await database.execute(sql`update accounts set role = 'ADMIN' where username = 'admin'`)
  await signedIn('rae')
  expect((await accountOf('rae'))?.role).toBe('DEVELOPER')
})

test.each([
  ['a signature of another key', 'signature', (claims, signed) => signed(claims, foreignKey())],
  ['no signature at all', 'signature', (claims) => unsigned(claims)],
  ['the nonce of another sign-in', 'nonce', (claims, signed) => signed({ ...claims, nonce: 'another' })],
  ['no nonce', 'answer', (claims, signed) => signed({ ...claims, nonce: undefined })],
  ['another application', 'audience', (claims, signed) => signed({ ...claims, aud: 'another' })],
  ['another issuer', 'issuer', (claims, signed) => signed({ ...claims, iss: 'https://id.example.org' })],
  ['a time that is over', 'expired', (claims, signed) => signed({ ...claims, exp: 1_700_000_000 })],
  [
    'a subject that the database cannot hold',
    'answer',
    (claims, signed) => signed({ ...claims, sub: 'k\0m' }),
  ],
  ['nobody', 'answer', (claims, signed) => signed({ ...claims, sub: undefined })],
] satisfies [string, string, Parameters<TestProvider['forge']>[0]][])(
  'an ID token with %s is refused',
  async (_, reason, forgery) => {
    provider.people.kim = { groups: ['staff'] }
    const { cookie, url } = await begin()
    const back = await signInAtProvider(url, 'kim')
    provider.forge((claims, signed) => {
      const token = forgery(claims, signed)
      secrets.push(token, String(claims.nonce))
      return token
    })
    const before = (await eventsOf('account.refuse-sign-in')).length
    const answer = await visit(back.pathname + back.search, cookie)
    expect([answer.headers.location, sessionOf(answer)]).toEqual([`/auth/login#refused=${reason}`, undefined])
    expect((await eventsOf('account.refuse-sign-in')).slice(before)).toMatchObject([{ after: { reason } }])
  },
)

test('accepts a sign-in once, in the browser that began it, with nothing of another mixed in', async () => {
  provider.people.kim = { groups: ['staff'] }
  const { back, cookie } = await signIn('kim')
  const path = back.pathname + back.search
  const whereWith = async (at: string, given: string) => (await visit(at, given)).headers.location
  expect(await whereWith(path, '')).toBe('/auth/login#refused=begun')
  expect(await whereWith(path, cookie)).toBe('/auth/login#refused=code')
  const [one, other] = [await begin(), await begin()]
  const ofOne = await signInAtProvider(one.url, 'kim')
  expect(await whereWith(ofOne.pathname + ofOne.search, other.cookie)).toBe('/auth/login#refused=begun')
  const mixed = new URL(ofOne)
  mixed.searchParams.set('state', new URL(other.url).searchParams.get('state') ?? '')
  expect(await whereWith(mixed.pathname + mixed.search, other.cookie)).toBe('/auth/login#refused=code')
  const elsewhere = new URL((await signIn('kim')).back)
  elsewhere.searchParams.set('iss', 'https://id.example.org')
  const fresh = await begin()
  elsewhere.searchParams.set('state', new URL(fresh.url).searchParams.get('state') ?? '')
  expect(await whereWith(elsewhere.pathname + elsewhere.search, fresh.cookie)).toBe(
    '/auth/login#refused=issuer',
  )
  const forged = cookie.replace(/=.{8}/, '=AAAAAAAA')
  expect(await whereWith(path, forged)).toBe('/auth/login#refused=begun')
})

test('reports the provider’s refusal without its words', async () => {
  const { cookie, url } = await begin()
  const state = new URL(url).searchParams.get('state')
  const path = `/api/v1/auth/oidc/callback?error=access_denied&error_description=violet&state=${state}&iss=${encodeURIComponent(provider.issuer)}`
  const answer = await visit(path, cookie)
  expect(answer.headers.location).toBe('/auth/login#refused=provider')
  expect(JSON.stringify(answer.headers)).not.toContain('violet')
})

test.each([
  ['no group that may', { groups: ['others'] }, 'group'],
  ['no group at all', { groups: [] }, 'group'],
  ['no word about groups', { groups: undefined }, 'groups'],
  ['no ID', { groups: ['staff'], preferred_username: undefined }, 'claim'],
  ['an ID that is none here', { groups: ['staff'], preferred_username: 'Zoë Zimmer' }, 'username'],
  ['an ID that stands for Podium', { groups: ['staff'], preferred_username: 'Host' }, 'username'],
])('makes no account for somebody with %s', async (_, person, reason) => {
  provider.people.zoe = person
  expect((await signIn('zoe')).where).toBe(`/auth/login#refused=${reason}`)
  expect(await accountOf('zoe')).toBeUndefined()
})

test.each([
  ['https://evil.example.org/', ''],
  ['//evil.example.org/', ''],
  ['/\\evil.example.org/', ''],
  ['/.//evil.example.org/', ''],
  ['/\t/evil.example.org/', ''],
  ['javascript:alert(1)', ''],
  ['/api/v1/auth/oidc/end', ''],
  ['/overview#a', '%2Foverview%23a'],
])('after the sign-in %j leads to %j', async (next, kept) => {
  provider.people.kim = { groups: ['staff'] }
  expect((await signIn('kim', next)).where).toBe(`/auth/login#signed-in=${kept}`)
})

test('keeps an account that an administrator locked out until it is unlocked', async () => {
  provider.people.ines = { groups: ['staff'] }
  await signedIn('ines')
  await server.deps.database.execute(
    sql`update accounts set locked_by_admin_at = now() where username = 'ines'`,
  )
  expect((await signIn('ines')).where).toBe('/auth/login#refused=shut')
  const ines = await accountOf('ines')
  await server.as('admin').send('PATCH', `/api/v1/settings/accounts/${ines?.id}/unblock`, {})
  await signedIn('ines')
})

test('keeps a deleted account out until its ID is unlocked, and an inactive one until it is unlocked', async () => {
  provider.people.sam = { groups: ['staff'] }
  await signedIn('sam')
  const { database } = server.deps
  await database.execute(sql`update accounts set last_login_at = now() - interval '100 days',
    created_at = now() - interval '100 days' where username = 'sam'`)
  expect((await signIn('sam')).where).toBe('/auth/login#refused=inactive')
  const sam = await accountOf('sam')
  await server.as('admin').send('PATCH', `/api/v1/settings/accounts/${sam?.id}/unblock`, {})
  const client = await signedIn('sam')
  await server.as('admin').send('PATCH', '/api/v1/settings/accounts/delete', { ids: [sam?.id] })
  expect((await client.ask(readSession)).statusCode).toBe(401)
  expect((await signIn('sam')).where).toBe('/auth/login#refused=deleted')
  await server.as('admin').send('PATCH', '/api/v1/settings/accounts/unblock-id', { login_id: 'sam' })
  await signedIn('sam')
  expect((await accountOf('sam'))?.id).not.toBe(sam?.id)
})

test('treats such an ID as unknown in the password form, so that nobody can lock the account', async () => {
  provider.people.kim = { groups: ['staff'] }
  await signedIn('kim')
  for (let at = 0; at < 6; at++)
    await server.as('anonymous').send('POST', '/api/v1/auth/login', { login_id: 'kim', login_pw: 'x' })
  expect(await accountOf('kim')).toMatchObject({ locked: false, login_fail_count: 0 })
  await signedIn('kim')
})

test('gives single sign-on accounts no password and no second factor, and makes tokens after a fresh sign-in', async () => {
  provider.people.kim = { groups: ['staff'] }
  const client = await signedIn('kim')
  const { account_id: id } = await client.call(readSession)
  const path = `/api/v1/settings/accounts/${id}`
  const ask = async (method: string, at: string, body: unknown, by = client) => {
    const answer = await by.send(method, path + at, body, { 'content-type': 'application/json' })
    return [answer.statusCode, answer.json().detail ?? 'made']
  }
  const none = [409, 'A single sign-on account has no password in Podium.']
  expect(await ask('POST', '', { current_password: '', password: 'amber lantern over frost' })).toEqual(none)
  expect(
    await ask('PATCH', '/password', { password: 'amber lantern over frost' }, server.as('admin')),
  ).toEqual(none)
  expect(await ask('POST', '/password-link', {}, server.as('host'))).toEqual(none)
  expect((await ask('POST', '/second-factor', { current_password: '' }))[0]).toBe(409)
  const token = { name: 'ci', scope: 'read', expires_in_days: 7, current_password: '' }
  expect(await ask('POST', '/tokens', token)).toEqual([200, 'made'])
  await server.deps.database.execute(sql`
    update sessions set created_at = now() - interval '11 minutes' where account_id = ${id}::uuid`)
  expect((await ask('POST', '/tokens', { ...token, name: 'cd' }))[0]).toBe(409)
})

test('redirects through the provider’s logout back to the login', async () => {
  const answer = await visit('/api/v1/auth/oidc/end')
  const url = new URL(String(answer.headers.location))
  expect([
    url.origin,
    url.searchParams.get('client_id'),
    url.searchParams.get('post_logout_redirect_uri'),
  ]).toEqual([provider.issuer, 'podium', `${ORIGIN}/auth/login`])
})

test('serves while the provider is away, reports it, and asks again', async () => {
  const away = await startIdentityProvider(`${ORIGIN}/api/v1/auth/oidc/callback`, {})
  await away.stop()
  const env = { ...provider.env, PODIUM_PUBLIC_URL: ORIGIN, PODIUM_OIDC_GROUPS: 'staff' }
  const settings = { ...settingsOf(env), issuer: new URL(away.issuer) }
  const asked = createOpenIdConnect(settings)
  const checks = asked.newChecks()
  await expect(asked.begin(checks)).rejects.toMatchObject({ reason: 'away' })
  settings.issuer = new URL(provider.issuer)
  expect((await asked.begin(checks)).origin).toBe(provider.issuer)
})

test('leaves no code, token or cookie of all these sign-ins in the log or the audit log', async () => {
  const { rows } = await server.deps.database.execute(sql`select * from audit_events`)
  const written = logged.join('\n') + JSON.stringify(rows)
  expect(written).toContain('single_sign_on_refused')
  expect(secrets.length).toBeGreaterThan(30)
  expect(
    [...secrets, 'copper heron at dawn'].filter((secret) => secret !== '' && written.includes(secret)),
  ).toEqual([])
})

test('admits only an administrator of the provider while there is no administrator', async () => {
  const { database } = server.deps
  await database.execute(
    sql`update accounts set deleted_at = now() where deleted_at is null and username <> 'ghost'`,
  )
  provider.people.uma = { groups: ['staff'] }
  expect((await signIn('uma')).where).toBe('/auth/login#refused=first')
  provider.people.uma = { groups: ['operators'] }
  expect((await (await signedIn('uma')).call(readSession)).role).toBe('ADMIN')
})
