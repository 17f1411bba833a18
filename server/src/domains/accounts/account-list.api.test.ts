import { createAccount, listAccounts, readAccount } from '@podium/contract/calls/accounts.ts'
import { accounts } from '@podium/database/schema/accounts.ts'
import { members, workspaces } from '@podium/database/schema/workspaces.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  const { database } = server.deps
  await database.insert(accounts).values([
    {
      login_type: 'ldap',
      username: 'Kim',
      display_name: 'kim',
      role: 'DEVELOPER',
      company: 'Acme',
      department: '100%',
    },
    { login_type: 'static', username: 'lee', display_name: 'Lee', role: 'ADMIN', department: 'a_b' },
  ])
  await database.execute(sql`update accounts set login_fail_count = 5, locked_at = '2026-01-02T03:04:05Z'
    where username = 'member'`)
  await database.execute(
    sql`update accounts set created_at = now() - interval '200 days' where username = 'loner'`,
  )
  const made = await database
    .insert(workspaces)
    .values([1, 2, 3, 4, 5, 6].map((n) => ({ name: `many-${n}-ws`, s3_bucket_name: `many-${n}` })))
    .returning({ id: workspaces.id })
  await database.insert(members).values(
    made.map(({ id }) => ({
      workspace_id: id,
      account_id: server.people.ids.developer,
      role: 'MEMBER' as const,
    })),
  )
  return () => server.close()
})

const names = async (query: Record<string, unknown>) =>
  (await server.as('admin').call(listAccounts, { query })).accounts.map(({ username }) => username)

test('names the first five workspaces of an account and counts all', async () => {
  const { accounts: items } = await server.as('admin').call(listAccounts, { query: { q: 'developer' } })
  const [developer] = items
  expect(developer).toMatchObject({ username: 'developer', workspace_count: 7 })
  expect(developer?.workspaces.map(({ display_name, role }) => [display_name, role])).toEqual([
    ['first', 'DEVELOPER'],
    ['many-1', 'MEMBER'],
    ['many-2', 'MEMBER'],
    ['many-3', 'MEMBER'],
    ['many-4', 'MEMBER'],
  ])
  expect(developer?.workspaces[0]?.id).toBe(server.people.first.id)
  const [loner] = (await server.as('admin').call(listAccounts, { query: { q: 'loner' } })).accounts
  expect(loner).toMatchObject({
    workspaces: [],
    workspace_count: 0,
    lock_reason: 'inactivity',
    locked_at: null,
  })
})

test('searches each field, literally', async () => {
  expect(await names({ q: 'LEE' })).toEqual(['lee'])
  expect(await names({ q: 'manager@EXAMPLE' })).toEqual(['manager'])
  expect(await names({ q: 'acm' })).toEqual(['Kim'])
  expect(await names({ q: '%' })).toEqual(['Kim'])
  expect(await names({ q: '_' })).toEqual(['lee'])
  expect(await names({ q: "'; drop table accounts; --" })).toEqual([])
})

test.each([
  ['NFD', 'NFC'],
  ['NFC', 'NFD'],
])('finds a name stored in %s by a search in %s', async (stored, asked) => {
  const called = (name: string) =>
    server.deps.database.execute(sql`update accounts set display_name = ${name} where username = 'lee'`)
  await called('Jürgen 한글'.normalize(stored))
  expect(await names({ q: 'JÜRGEN 한'.normalize(asked) })).toEqual(['lee'])
  await called('Lee')
})

test('finds one account by its exact ID, however many contain the text', async () => {
  expect(await names({ q: 'e', username: 'LEE' })).toEqual(['lee'])
  expect(await names({ username: 'kim' })).toEqual(['Kim'])
  expect(await names({ username: 'e' })).toEqual([])
  expect(await names({ username: 'kim', locked: true })).toEqual([])
})

test('combines filters', async () => {
  expect(await names({ role: 'ADMIN' })).toEqual(['admin', 'lee'])
  expect(await names({ login_type: 'ldap' })).toEqual(['Kim'])
  expect(await names({ locked: true })).toEqual(['loner', 'member'])
  expect(await names({ locked: true, q: 'mem' })).toEqual(['member'])
  expect(await names({ locked: false, role: 'ADMIN', login_type: 'static' })).toEqual(['admin', 'lee'])
})

test('puts both ends of every sort in the right place', async () => {
  expect((await names({ sort: 'display_name' }))[0]).toBe('Kim')
  expect((await names({ sort: '-display_name' }))[0]).toBe('outsider')
  expect((await names({ sort: 'login_type' }))[0]).toBe('Kim')
  expect((await names({ sort: '-login_type' })).at(-1)).toBe('Kim')
  expect((await names({ sort: 'locked' })).slice(0, 2).sort()).toEqual(['loner', 'member'])
  expect((await names({ sort: '-locked' })).slice(-2).sort()).toEqual(['loner', 'member'])
  expect((await names({ sort: '-workspace_count' }))[0]).toBe('developer')
  expect((await names({ sort: '-company' }))[0]).toBe('Kim')
  expect((await names({ sort: 'created_at' }))[0]).toBe('loner')
})

test('returns consecutive pages that make up the whole list', async () => {
  const pages = await Promise.all(
    [1, 2, 3].map((page) =>
      server.as('admin').call(listAccounts, { query: { page, page_size: 3, sort: 'role' } }),
    ),
  )
  expect(pages.map(({ total }) => total)).toEqual([8, 8, 8])
  const all = pages.flatMap((page) => page.accounts.map(({ username }) => username))
  expect(new Set(all).size).toBe(8)
  expect(all).toEqual(await names({ sort: 'role' }))
})

test('shows an account to itself and to administrators, and answers others like for a missing one', async () => {
  const { ids } = server.people
  const own = await server.as('member').call(readAccount, { params: { id: ids.member } })
  expect(own).toMatchObject({ username: 'member', second_factor: false, workspace_count: 1 })
  const upper = await server.as('member').call(readAccount, { params: { id: ids.member.toUpperCase() } })
  expect(upper.username).toBe('member')
  await server.deps.database.execute(
    sql`update accounts set totp_confirmed_at = now() where id = ${ids.member}::uuid`,
  )
  const seen = await server.as('admin').call(readAccount, { params: { id: ids.member } })
  expect(seen).toEqual({ ...own, second_factor: true })
  const foreign = await server.as('manager').ask(readAccount, { params: { id: ids.member } })
  const missing = await server.as('manager').ask(readAccount, { params: { id: 'nothing' } })
  expect([foreign.statusCode, foreign.body]).toEqual([404, missing.body])
  const gone = await server.as('admin').ask(readAccount, { params: { id: 'nothing' } })
  expect([gone.statusCode, gone.body]).toEqual([404, missing.body])
})

test('answers with the same fields for a new account as for a listed one', async () => {
  const body = {
    username: 'noor',
    password: 'violet kettle under moss',
    display_name: 'Noor',
    email: 'noor@example.org',
    role: 'DEVELOPER' as const,
  }
  const made = await server.as('admin').call(createAccount, { body })
  expect((await server.as('admin').call(listAccounts, { query: { q: 'noor' } })).accounts).toEqual([made])
})
