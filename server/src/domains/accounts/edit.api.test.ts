import { editAccount, readAccount } from '@podium/contract/calls/accounts.ts'
import { readSession } from '@podium/contract/calls/auth.ts'
import { accounts } from '@podium/database/schema/accounts.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})
beforeEach(() => server.startOver())

const edit = (body: object) => server.as('admin').ask(editAccount, { body })

const audited = async () =>
  (
    await server.deps.database.execute(
      sql`select action, object_name, before, after from audit_events order by id`,
    )
  ).rows

test('changes and records only what differs', async () => {
  const { ids } = server.people
  const body = {
    id: ids.member,
    display_name: 'The member',
    email: 'new@example.org',
    company: 'Acme',
    department: '',
  }
  const changed = (await edit(body)).json()
  expect(changed).toMatchObject({
    username: 'member',
    email: 'new@example.org',
    company: 'Acme',
    revision: 2,
  })
  expect((await edit(body)).json()).toEqual(changed)
  expect((await edit({ id: ids.member, company: '' })).json()).toMatchObject({
    company: '',
    email: 'new@example.org',
  })
  expect(await audited()).toEqual([
    {
      action: 'account.edit',
      object_name: 'member',
      before: { email: 'member@example.org', company: null },
      after: { email: 'new@example.org', company: 'Acme' },
    },
    { action: 'account.edit', object_name: 'member', before: { company: 'Acme' }, after: { company: null } },
  ])
  expect((await server.as('member').ask(readSession)).statusCode).toBe(200)
})

test('answers an edit of an old state with the present one, and accepts an edit without a revision', async () => {
  const { ids } = server.people
  await edit({ id: ids.member, company: 'Acme', revision: 1 })
  const stale = await edit({ id: ids.member, company: 'Other', revision: 1 })
  expect([stale.statusCode, stale.json()]).toMatchObject([
    409,
    {
      detail: 'Someone else changed this in the meantime. Review their change, then save again.',
      current: { id: ids.member, company: 'Acme', revision: 2 },
    },
  ])
  const seen = await server.as('admin').call(readAccount, { params: { id: ids.member } })
  expect({ ...stale.json().current, second_factor: false }).toEqual(seen)
  const header = { body: { id: ids.member, company: 'Other' }, headers: { 'if-match': '"1"' } }
  expect((await server.as('admin').ask(editAccount, header)).statusCode).toBe(409)
  expect((await edit({ id: ids.member, company: 'Other' })).json()).toMatchObject({
    company: 'Other',
    revision: 3,
  })
})

test('refuses one of two simultaneous edits of the same state', async () => {
  const { ids } = server.people
  const answers = await Promise.all(
    ['one', 'other'].map((company) => edit({ id: ids.member, company, revision: 1 })),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('refuses each wrong field in its place', async () => {
  const { ids } = server.people
  const wrong: [object, string, string][] = [
    [{ email: 'nobody' }, 'email', 'Check Email Format.'],
    [{ email: '' }, 'email', 'Please fill out this field.'],
    [{ display_name: ' ' }, 'display_name', 'Please fill out this field.'],
    [{ display_name: '' }, 'display_name', 'Please fill out this field.'],
  ]
  for (const [fields, field, msg] of wrong) {
    const answer = await edit({ id: ids.member, ...fields })
    expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [{ loc: ['body', field], msg }]])
  }
  for (const body of [{ username: 'x' }, { locked: false }, { role: 'OWNER' }, { password: 'x' }])
    expect((await edit({ id: ids.member, ...body })).statusCode).toBe(422)
  expect((await edit({ id: 'nothing', company: 'Acme' })).statusCode).toBe(404)
  expect(await audited()).toEqual([])
})

test('edits an account of the directory in the same way, also without an address', async () => {
  const [made] = await server.deps.database
    .insert(accounts)
    .values({
      login_type: 'ldap',
      username: 'lee',
      display_name: 'Lee',
      email: 'lee@example.org',
      role: 'DEVELOPER',
    })
    .returning({ id: accounts.id })
  const answer = await edit({ id: made?.id, display_name: 'Lee L', email: '' })
  expect(answer.json()).toMatchObject({ display_name: 'Lee L', email: '', login_type: 'ldap' })
})

test('ends the sessions at once if the role changes, and only then', async () => {
  const { ids } = server.people
  await edit({ id: ids.member, role: 'DEVELOPER', company: 'Acme' })
  expect((await server.as('member').ask(readSession)).statusCode).toBe(200)
  expect((await edit({ id: ids.member, role: 'ADMIN' })).json().role).toBe('ADMIN')
  expect((await server.as('member').ask(readSession)).statusCode).toBe(401)
  expect((await audited()).at(-1)).toMatchObject({ before: { role: 'DEVELOPER' }, after: { role: 'ADMIN' } })
})

test('lets nobody change their own role, but the rest of their account', async () => {
  const { ids } = server.people
  await edit({ id: ids.member, role: 'ADMIN' })
  const own = await edit({ id: ids.admin, role: 'DEVELOPER' })
  expect([own.statusCode, own.json()]).toEqual([409, { detail: 'You cannot change your own role.' }])
  expect((await edit({ id: ids.admin, role: 'ADMIN', company: 'Acme' })).json().company).toBe('Acme')
})

test('keeps the role of the last active administrator', async () => {
  const { ids } = server.people
  await server.deps.database.execute(sql`update accounts set role = 'ADMIN', login_fail_count = 5, locked_at = now()
    where username = 'loner'`)
  const answer = await server.as('host').ask(editAccount, { body: { id: ids.admin, role: 'DEVELOPER' } })
  expect([answer.statusCode, answer.json()]).toEqual([
    409,
    { detail: 'At least one active administrator must remain.' },
  ])
  const { role } = await server.as('admin').call(readAccount, { params: { id: ids.admin } })
  expect(role).toBe('ADMIN')
})
