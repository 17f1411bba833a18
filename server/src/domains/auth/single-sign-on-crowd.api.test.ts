import { randomUUID } from 'node:crypto'
import { readSession } from '@podium/contract/calls/auth.ts'
import { editMembers, listMembers } from '@podium/contract/calls/workspaces.ts'
import { ARRIVAL_REFUSALS } from '@podium/contract/rules/arrival.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { IdentityProvider } from '../../identity-provider/identity-provider.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { lockAdministration } from '../accounts/service.ts'

const ENV = {
  PODIUM_PUBLIC_URL: 'http://localhost:8080',
  PODIUM_OIDC_ISSUER: 'https://id.example.org',
  PODIUM_OIDC_CLIENT_ID: 'podium',
  PODIUM_OIDC_CLIENT_SECRET: 'amber lantern over frost',
  PODIUM_OIDC_GROUPS: 'staff',
  PODIUM_OIDC_WORKSPACES: 'vision=first:DEVELOPER',
}

/** Confirms every code, which is a name and, after a dot, a group. */
const provider: IdentityProvider = {
  newChecks: () => ({ state: randomUUID(), nonce: 'nonce', verifier: 'verifier' }),
  begin: async ({ state }) => new URL(`https://id.example.org/authorize?state=${state}`),
  async finish(answer) {
    const [subject = '', group = ''] = (answer.get('code') ?? '').split('.')
    const issuer = 'https://id.example.org'
    return { issuer, subject, username: subject, display_name: subject, email: '', groups: [group] }
  },
  end: async () => null,
}

let server: TestApp
beforeAll(async () => {
  server = await createTestApp({ env: ENV, provider })
  return () => server.close()
})

const visit = (url: string, cookie = '') =>
  server.app.inject({ url, headers: { host: 'localhost:8080', 'sec-fetch-site': 'cross-site', cookie } })

async function begin(next = '') {
  const { headers } = await visit(`/api/v1/auth/oidc/start?next=${encodeURIComponent(next)}`)
  const state = new URL(String(headers.location)).searchParams.get('state')
  return { cookie: String(headers['set-cookie']).split(';')[0] ?? '', state }
}

async function signIn(code: string, next = '') {
  const { cookie, state } = await begin(next)
  const { headers } = await visit(`/api/v1/auth/oidc/callback?state=${state}&code=${code}`, cookie)
  return headers.location
}

async function refusalsOf(name: string) {
  const { rows } = await server.deps.database.execute(sql`
    select after from audit_events where action = 'account.refuse-sign-in' and object_name = ${name}`)
  return rows
}

/** Asked outside the transaction that has the lock, within which the answer would never change. */
const waiting = async () => {
  const { rows } = await server.deps.database.execute(sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return rows.length
}

test('leaves connections to signed-in people while a crowd waits to sign in', async () => {
  const answers = await server.deps.database.transaction(async (tx) => {
    await lockAdministration(tx, null)
    const crowd = Array.from({ length: 12 }, (_, at) => signIn(`crowd${at}.staff`))
    await waitFor(async () => expect(await waiting()).toBeGreaterThanOrEqual(4))
    const { statusCode } = await server.as('developer').ask(readSession)
    expect(statusCode).toBe(200)
    return [crowd]
  })
  expect(new Set(await Promise.all(answers[0] ?? []))).toEqual(new Set(['/auth/login#signed-in=']))
})

test('leaves room in the audit log for confirmed people during a flood of refusals', async () => {
  for (let at = 0; at < 61; at++) await visit('/api/v1/auth/oidc/callback?state=none')
  expect(await refusalsOf('single sign-on')).toHaveLength(60)
  expect(await signIn('mallory.others')).toBe('/auth/login#refused=group')
  expect(await refusalsOf('mallory')).toEqual([
    { after: { reason: 'group', detail: `${ARRIVAL_REFUSALS.group} The sign-in service sent ["others"]` } },
  ])
})

test('leaves out an address too long for a cookie, and signs in without it', async () => {
  const next = `/overview?q=${'ü'.repeat(2000)}`
  expect((await begin(next)).cookie.length).toBeLessThan(4096)
  expect(await signIn('lang.staff', next)).toBe('/auth/login#signed-in=')
})

test('names the group of a membership, and audits when a person takes it over from the group', async () => {
  await signIn('vera.vision')
  const params = { id: server.people.first.id }
  const found = async () =>
    (await server.as('manager').call(listMembers, { params, query: { q: 'vera' } })).members[0]
  const vera = await found()
  expect(vera).toMatchObject({ role: 'DEVELOPER', source: 'group' })
  const edited = { account_id: vera?.account_id ?? '', role: 'DEVELOPER' as const }
  const ends_at = '2126-12-03T23:00:00.000Z'
  await server.as('manager').call(editMembers, { params, body: { members: [{ ...edited, ends_at }] } })
  expect(await found()).toMatchObject({ source: 'direct', ends_at })
  const { rows } = await server.deps.database.execute(sql`
    select before, after from audit_events where action = 'member.edit' and object_name = 'vera'`)
  expect(rows).toEqual([{ before: { ends_at: null, source: 'group' }, after: { ends_at, source: 'direct' } }])
})

test('accepts a callback once, even if the provider accepts its code twice', async () => {
  const { cookie, state } = await begin()
  const comeBack = async () =>
    (await visit(`/api/v1/auth/oidc/callback?state=${state}&code=noa.staff`, cookie)).headers.location
  const places = await Promise.all([comeBack(), comeBack(), comeBack()])
  expect([...places, await comeBack()].sort()).toEqual([
    ...Array(3).fill('/auth/login#refused=code'),
    '/auth/login#signed-in=',
  ])
})

test('gives no membership to a locked account that tries to sign in', async () => {
  await signIn('leo.vision')
  const { database } = server.deps
  await database.execute(sql`update accounts set locked_by_admin_at = now() where username = 'leo'`)
  await database.execute(sql`
    delete from members using accounts a where a.id = members.account_id and a.username = 'leo'`)
  expect(await signIn('leo.vision')).toBe('/auth/login#refused=shut')
  const params = { id: server.people.first.id }
  const { members } = await server.as('manager').call(listMembers, { params, query: { q: 'leo' } })
  expect(members).toEqual([])
})
