import { listAccounts, listCandidates } from '@podium/contract/calls/accounts.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})

const MISSING = { detail: 'There is nothing here that you may see.' }
const inFirst = () => ({ exclude_wsid: server.people.first.id })

test('shows a manager people who are not members yet, with their identity only', async () => {
  const found = await server
    .as('manager')
    .call(listCandidates, { query: { ...inFirst(), q: 'example.org', sort: '-username' } })
  expect(found.total).toBe(3)
  expect(found.accounts.map(({ username }) => username)).toEqual(['outsider', 'loner', 'admin'])
  expect(found.accounts[1]).toEqual({
    id: server.people.ids.loner,
    username: 'loner',
    display_name: 'The loner',
    email: 'loner@example.org',
    company: '',
    department: '',
    login_type: 'static',
  })
})

test('requires two characters of a manager and none of an administrator', async () => {
  for (const q of [undefined, '', 'l', ' l ', '\n']) {
    const answer = await server.as('manager').ask(listCandidates, { query: { ...inFirst(), q } })
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      { detail: [{ loc: ['query', 'q'], msg: 'Search with at least 2 characters.', type: 'too_short' }] },
    ])
  }
  const all = await server.as('admin').call(listCandidates, { query: inFirst() })
  expect(all.accounts).toMatchObject([
    { username: 'admin', role: 'ADMIN', locked: false, workspace_count: 0 },
    { username: 'loner', role: 'DEVELOPER' },
    { username: 'outsider', workspaces: [{ display_name: 'second', role: 'MANAGER' }] },
  ])
})

test('reveals no hidden fields to a manager through filters and orders', async () => {
  await server.deps.database.execute(sql`update accounts set login_fail_count = 5, locked_at = now()
    where username = 'loner'`)
  const asked = (query: object) =>
    server.as('manager').call(listCandidates, { query: { ...inFirst(), q: 'example.org', ...query } })
  const plain = await asked({})
  expect(await asked({ locked: true })).toEqual(plain)
  expect(await asked({ role: 'ADMIN' })).toEqual(plain)
  expect(await asked({ sort: 'locked' })).toEqual(plain)
  expect((await asked({ login_type: 'ldap' })).total).toBe(0)
})

test('uses the excluded workspace, named either way, and answers a foreign one like a missing one', async () => {
  const ask = (role: 'manager' | 'outsider' | 'admin' | 'member', exclude_wsid: string) =>
    server.as(role).ask(listCandidates, { query: { exclude_wsid, q: 'example' } })
  for (const name of ['first', 'first-ws', server.people.first.id.toUpperCase()])
    expect((await ask('manager', name)).json().total).toBe(3)
  const foreign = await ask('outsider', server.people.first.id)
  const missing = await ask('outsider', '00000000-0000-4000-8000-000000000000')
  expect([foreign.statusCode, foreign.json(), missing.body]).toEqual([404, MISSING, foreign.body])
  expect((await ask('admin', 'no-such')).json()).toEqual(MISSING)
  expect((await ask('member', server.people.first.id)).statusCode).toBe(403)
  const beside = await server
    .as('manager')
    .ask(listCandidates, { query: { ...inFirst(), q: 'example', workspace_id: server.people.second.id } })
  expect(beside.statusCode).toBe(404)
})

test('lists all accounts for administrators without the workspace, or with an empty one', async () => {
  for (const query of [{}, { exclude_wsid: '' }]) {
    expect((await server.as('manager').ask(listAccounts, { query })).statusCode).toBe(403)
    expect((await server.as('admin').call(listAccounts, { query })).total).toBe(6)
  }
  const twice = `/api/v1/settings/accounts?exclude_wsid=first&exclude_wsid=second&q=example`
  expect((await server.as('manager').send('GET', twice)).statusCode).toBe(422)
  const encoded = `/api/v1/settings/accounts?exclude%5Fwsid=first&q=example`
  expect((await server.as('manager').send('GET', encoded)).json().total).toBe(3)
  expect((await server.as('manager').send('HEAD', encoded)).statusCode).toBe(200)
})
