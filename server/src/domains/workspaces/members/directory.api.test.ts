import { addMembers, listMembers } from '@podium/contract/calls/workspaces.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type Directory,
  DirectoryAway,
  type DirectoryCredentials,
  WrongCredentials,
} from '../../../directory/directory.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'

const PEOPLE = ['Kim', 'lee'].map((username) => ({
  username,
  display_name: `${username} of the directory`,
  email: '',
  company: 'Example',
  department: '',
}))
let reader = true
let away = false

const directory: Directory = {
  describe: () => ({ url: 'ldaps://directory', tls: 'ldaps', reader }),
  idOf: (typed) => typed,
  verify: async () => false,
  search: async () => [],
  health: async () => ({ reachable: true, detail: '' }),
  async find(loginId: string, credentials?: DirectoryCredentials) {
    if (away) throw new DirectoryAway('The directory is out of reach.')
    if (!reader && credentials?.login_pw !== 'violet kettle') throw new WrongCredentials('')
    return PEOPLE.find(({ username }) => username.toLowerCase() === loginId.toLowerCase()) ?? null
  },
}

let server: TestApp
beforeAll(async () => {
  server = await createTestApp({ directory })
  return () => server.close()
})
beforeEach(async () => {
  reader = true
  away = false
  await server.startOver()
})

const add = (members: object[], more: object = {}) =>
  server.as('manager').ask(addMembers, {
    params: { id: server.people.first.id },
    body: { members, ...more },
  } as never)
const person = (username: string) => ({ login_type: 'ldap', username, role: 'MEMBER' })
const accountsOf = async (name: string) =>
  (
    await server.deps.database.execute(sql`
      select username, login_type, role, company, password_hash from accounts where lower(username) = ${name}`)
  ).rows

test('adds a person of the directory with an account and a membership', async () => {
  const answer = await add([person('kim'), { account_id: server.people.ids.loner, role: 'DEVELOPER' }])
  expect(answer.json().members).toMatchObject([
    { username: 'Kim', login_type: 'ldap', role: 'MEMBER', company: 'Example', email: '' },
    { username: 'loner', login_type: 'static', role: 'DEVELOPER' },
  ])
  expect(await accountsOf('kim')).toEqual([
    { username: 'Kim', login_type: 'ldap', role: 'DEVELOPER', company: 'Example', password_hash: null },
  ])
  const { rows } = await server.deps.database.execute(
    sql`select action, actor_name, object_name from audit_events order by id`,
  )
  expect(rows).toEqual([
    { action: 'account.create', actor_name: 'manager', object_name: 'Kim' },
    { action: 'member.add', actor_name: 'manager', object_name: 'Kim' },
    { action: 'member.add', actor_name: 'manager', object_name: 'loner' },
  ])
})

test('makes no second account for a person of the directory', async () => {
  await add([person('kim')])
  const again = await add([person('KIM')])
  expect([again.statusCode, again.json().detail]).toEqual([409, 'Kim is already a member of this workspace.'])
  const second = await server.as('outsider').ask(addMembers, {
    params: { id: server.people.second.id },
    body: { members: [person('kIm')] },
  } as never)
  expect(second.statusCode).toBe(200)
  expect(await accountsOf('kim')).toHaveLength(1)
})

test('adds neither accounts nor members if one person cannot be added', async () => {
  const unknown = await add([person('lee'), person('nobody')])
  expect([unknown.statusCode, unknown.json()]).toEqual([422, { detail: 'It is not a registered ID.' }])
  const taken = await add([person('lee'), { account_id: server.people.ids.member, role: 'MEMBER' }])
  expect(taken.statusCode).toBe(409)
  const ofOwn = await add([person('lee'), person('loner')])
  expect(ofOwn.json().detail).toBe('This is a duplicate ID. Please enter a different ID.')
  expect(await accountsOf('lee')).toEqual([])
  const { total } = await server.as('manager').call(listMembers, { params: { id: server.people.first.id } })
  expect(total).toBe(3)
})

test('requires the caller’s credentials without a reader, counts them and stores them nowhere', async () => {
  reader = false
  const wrong = { detail: 'Invalid Credentials.' }
  expect((await add([person('kim')])).json()).toEqual(wrong)
  expect((await add([person('kim')], { login_id: 'lee', login_pw: 'not this' })).json()).toEqual(wrong)
  const counted = await server.deps.database.execute(sql`select login_fail_count from shadow_logins`)
  expect(counted.rows).toEqual([{ login_fail_count: 1 }])
  const right = await add([person('kim')], { login_id: 'lee', login_pw: 'violet kettle' })
  expect(right.statusCode).toBe(200)
  const { rows } = await server.deps.database.execute(sql`select * from audit_events`)
  expect(JSON.stringify(rows)).not.toContain('violet')
})

test('reports a missing directory, and one that is away', async () => {
  away = true
  expect((await add([person('kim')])).statusCode).toBe(503)
  const without = await createTestApp()
  const answer = await without.as('admin').ask(addMembers, {
    params: { id: without.people.first.id },
    body: { members: [person('kim')] },
  } as never)
  expect([answer.statusCode, answer.json().detail]).toEqual([409, 'This function is not working'])
  await without.close()
})

test.each([
  { role: 'MEMBER' },
  { login_type: 'ldap', role: 'MEMBER' },
  { username: 'kim', role: 'MEMBER' },
  { account_id: 'x', login_type: 'ldap', username: 'kim', role: 'MEMBER' },
])('%o names nobody', async (member) => {
  const answer = await add([member])
  expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ['body', 'members', 0]])
})
