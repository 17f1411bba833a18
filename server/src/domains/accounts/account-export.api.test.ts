import { exportAccounts, listAccounts } from '@podium/contract/calls/accounts.ts'
import { members } from '@podium/database/schema/workspaces.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})

const HEAD =
  '\uFEFFID,User Name,Account Type,Email,Company,Department,Source,Status,Locked Since,Last Sign-in,Workspaces'
const linesOf = async (query: Record<string, unknown>) => {
  const answer = await server.as('admin').ask(exportAccounts, { query })
  return answer.body.split('\r\n')
}

test('exports every account as a line of visible fields, in a file to save', async () => {
  const { database } = server.deps
  const { people } = server
  await database
    .insert(members)
    .values({ workspace_id: people.second.id, account_id: people.ids.member, role: 'MEMBER' })
  await database.execute(sql`update accounts set login_fail_count = 5, locked_at = '2026-01-02T03:04:05Z',
    last_login_at = '2026-01-01T00:00:00Z', display_name = '=1+1', company = 'Acme, "Ltd"', password_hash = 'secret'
    where username = 'member'`)
  await database.execute(sql`update accounts set created_at = now() - interval '200 days', login_type = 'ldap',
    email = null where username = 'loner'`)
  const answer = await server.as('admin').ask(exportAccounts, { query: { sort: 'username' } })
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="accounts.csv"; filename*=UTF-8''accounts.csv`,
    'x-content-type-options': 'nosniff',
  })
  expect(answer.body.split('\r\n')).toEqual([
    HEAD,
    'admin,The admin,Admin,admin@example.org,,,Password,Active,,,',
    'developer,The developer,Developer,developer@example.org,,,Password,Active,,,first',
    'loner,The loner,Developer,,,,Directory,"Locked, no login for a long time",,,',
    'manager,The manager,Developer,manager@example.org,,,Password,Active,,,first',
    `member,'=1+1,Developer,member@example.org,"Acme, ""Ltd""",,Password,"Locked, failed logins",2026-01-02T03:04:05.000Z,2026-01-01T00:00:00.000Z,first; second`,
    'outsider,The outsider,Developer,outsider@example.org,,,Password,Active,,,second',
    '',
  ])
})

test('applies the filters, search and order of the list', async () => {
  expect(
    (await linesOf({ locked: true, sort: '-username' })).slice(1, -1).map((line) => line.split(',')[0]),
  ).toEqual(['member', 'loner'])
  expect(await linesOf({ q: 'nobody at all' })).toEqual([HEAD, ''])
  expect(
    (await server.as('admin').ask(exportAccounts, { query: { sort: 'password_hash' } })).statusCode,
  ).toBe(422)
})

test('exports more accounts than one read returns, each once, in order', async () => {
  await server.deps.database.execute(sql`insert into accounts (login_type, username, display_name, role)
    select 'static', 'many-' || lpad(n::text, 5, '0'), 'Many', 'DEVELOPER' from generate_series(1, 1234) n`)
  const names = (await linesOf({ q: 'many-', sort: '-username' }))
    .slice(1, -1)
    .map((line) => line.split(',')[0])
  const { total } = await server.as('admin').call(listAccounts, { query: { q: 'many-' } })
  expect([names.length, total, new Set(names).size]).toEqual([1234, 1234, 1234])
  expect([names[0], names.at(-1)]).toEqual(['many-01234', 'many-00001'])
})
