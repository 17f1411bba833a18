import { deleteAccounts, listAccounts } from '@podium/contract/calls/accounts.ts'
import { readSession } from '@podium/contract/calls/auth.ts'
import { readOverview } from '@podium/contract/calls/overview.ts'
import { readMemberSummary } from '@podium/contract/calls/workspace-use.ts'
import {
  addMembers,
  editMembers,
  listMembers,
  listMembersOfMany,
  listWorkspaces,
  readWorkspace,
  removeMembers,
} from '@podium/contract/calls/workspaces.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller } from '../../../http/call.ts'
import { createStillAllowed } from '../../../http/session/still-allowed.ts'
import { hashOfToken } from '../../../http/session/tokens.ts'
import { untilLockIsAwaited } from '../../../testing/lock-waits.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { Player } from '../../../testing/test-people.ts'
import { removeEnded } from './service.ts'

let server: TestApp
let params: { id: string }
let query: { workspace_id: string }
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})
beforeEach(async () => {
  await server.startOver()
  params = { id: server.people.first.id }
  query = { workspace_id: params.id }
})

const LATER = '2126-12-03T22:59:59.000Z'
const NOW = sql`date_trunc('milliseconds', clock_timestamp())`
const idOf = (name: Player) => server.people.ids[name]

const endNow = (name: Player, at = NOW) =>
  server.deps.database.execute(sql`
    update members set ends_at = ${at} where account_id = ${idOf(name)}::uuid and workspace_id = ${params.id}::uuid`)
const edit = async (
  by: Player,
  name: Player,
  sent: { role: 'MANAGER' | 'MEMBER'; ends_at?: string | null },
) => {
  const body = { members: [{ account_id: idOf(name), ...sent }] }
  const answer = await server.as(by).ask(editMembers, { params, body })
  return [
    answer.statusCode,
    answer.statusCode === 200 ? answer.json().members[0].ends_at : answer.json().detail,
  ]
}
const membersNow = async () => {
  const { members } = await server.as('admin').call(listMembers, { params })
  return members.map(({ username, ends_at }) => [username, ends_at])
}
const historyOf = async (name: Player) => {
  const { rows } = await server.deps.database.execute(sql`
    select action, actor_name, before, after from audit_events
    where object_id = ${idOf(name)} and workspace_id = ${params.id}::uuid order by id`)
  return rows
}

test('gives no right and appears nowhere from the instant of the end on', async () => {
  await endNow('member')
  const member = server.as('member')
  expect((await member.ask(readWorkspace, { query })).statusCode).toBe(404)
  expect((await member.ask(listMembers, { params })).statusCode).toBe(404)
  expect((await member.ask(readOverview, { query })).statusCode).toBe(404)
  expect((await member.call(readSession)).workspace).toEqual([])
  expect(await member.call(listWorkspaces)).toEqual({ workspaces: [], total: 0 })
  expect(await member.call(listMembersOfMany, { query: { ids: params.id } })).toEqual({ workspaces: [] })

  const admin = server.as('admin')
  expect((await membersNow()).map(([name]) => name)).toEqual(['developer', 'manager'])
  expect(await admin.call(readMemberSummary, { params })).toMatchObject({ total: 2, by_role: { MEMBER: 0 } })
  const { workspaces } = await admin.call(listWorkspaces, { query: { q: 'first' } })
  expect(workspaces).toMatchObject([{ member_count: 2 }])
  const { accounts } = await admin.call(listAccounts, { query: { username: 'member' } })
  expect(accounts).toMatchObject([{ workspaces: [], workspace_count: 0 }])
})

test('ignores an ended row that still exists', async () => {
  const ended = sql`where account_id = ${idOf('member')}::uuid`
  // a sweep cannot remove what is not committed
  await server.deps.database.transaction(async (tx) => {
    await tx.execute(sql`update members set ends_at = ${NOW} ${ended}`)
    expect((await tx.execute(sql`select from members ${ended}`)).rowCount).toBe(1)
    expect((await tx.execute(sql`select from current_members ${ended}`)).rowCount).toBe(0)
  })
})

test('ends the permission to read an open stream with the membership', async () => {
  const stillAllowed = createStillAllowed(server.deps.database, 90)
  const caller = { host: false, session: hashOfToken(String(server.people.tokens.member)) } as Caller
  expect(await stillAllowed(caller, params.id, 'run.read')).toBe(true)
  await endNow('member')
  expect(await stillAllowed(caller, params.id, 'run.read')).toBe(false)
})

test('lets a manager whose membership ends while their call waits change nothing', async () => {
  const asked = await server.deps.database.transaction(async (tx) => {
    await tx.execute(sql`select from workspaces where id = ${params.id}::uuid for update`)
    const body = { members: [{ account_id: idOf('loner'), role: 'MEMBER' as const }] }
    const answer = server.as('manager').ask(addMembers, { params, body })
    await untilLockIsAwaited(server.deps.database)
    await tx.execute(sql`update members set ends_at = ${NOW} where account_id = ${idOf('manager')}::uuid`)
    return [answer]
  })
  expect((await asked[0])?.statusCode).toBe(404)
})

test('sets, moves and removes an end with audit events; a change of role keeps it', async () => {
  const add = {
    members: [{ account_id: idOf('loner'), role: 'MEMBER' as const, ends_at: '2126-12-03T23:59:59+01:00' }],
  }
  const { members } = await server.as('manager').call(addMembers, { params, body: add })
  expect(members).toMatchObject([{ username: 'loner', ends_at: LATER }])
  expect((await server.as('loner').call(readSession)).workspace).toMatchObject([{ ends_at: LATER }])
  expect(await server.as('loner').call(readWorkspace, { query })).toMatchObject({ ends_at: LATER })
  expect(await edit('manager', 'loner', { role: 'MANAGER' })).toEqual([200, LATER])
  expect(await edit('manager', 'loner', { role: 'MANAGER', ends_at: null })).toEqual([200, null])
  expect(await edit('manager', 'loner', { role: 'MANAGER', ends_at: null })).toEqual([200, null])
  expect(await historyOf('loner')).toEqual([
    { action: 'member.add', actor_name: 'manager', before: null, after: { role: 'MEMBER', ends_at: LATER } },
    { action: 'member.edit', actor_name: 'manager', before: { role: 'MEMBER' }, after: { role: 'MANAGER' } },
    { action: 'member.edit', actor_name: 'manager', before: { ends_at: LATER }, after: { ends_at: null } },
  ])
})

test.each([
  ['2026-11-20T00:00:00Z', 'A membership ends in the future. Choose a later day.'],
  ['2126-12-03', 'Write an instant like 2026-12-03T23:59:59Z, or null for no end.'],
  ['2126-02-30T00:00:00Z', 'Write an instant like 2026-12-03T23:59:59Z, or null for no end.'],
])('the end %s is refused', async (ends_at, msg) => {
  const members = [{ account_id: idOf('member'), role: 'MEMBER' as const, ends_at }]
  for (const route of [addMembers, editMembers]) {
    const answer = await server.as('manager').ask(route, { params, body: { members } })
    expect([answer.statusCode, answer.json().detail[0]]).toEqual([
      422,
      { loc: ['body', 'members', 0, 'ends_at'], msg, type: 'value_error' },
    ])
  }
  expect(await historyOf('member')).toEqual([])
})

test('keeps one manager without an end, and lets nobody move their own end', async () => {
  const lasting =
    'At least one manager without an end date must remain in this workspace. Make someone else a manager first.'
  expect(await edit('admin', 'manager', { role: 'MANAGER', ends_at: LATER })).toEqual([409, lasting])
  expect(await edit('admin', 'member', { role: 'MANAGER', ends_at: LATER })).toEqual([200, LATER])
  expect(await edit('admin', 'manager', { role: 'MEMBER' })).toEqual([409, lasting])
  expect(await edit('member', 'member', { role: 'MANAGER', ends_at: null })).toEqual([
    409,
    'You cannot change when your own membership ends.',
  ])
  const account_ids = [idOf('manager')]
  expect(await server.as('admin').call(removeMembers, { params, body: { account_ids } })).toEqual({
    done: [],
    failed: [{ id: idOf('manager'), detail: lasting }],
  })
  const deletion = await server.as('admin').call(deleteAccounts, { body: { ids: account_ids } })
  expect(deletion.failed).toEqual([
    {
      id: idOf('manager'),
      detail: 'manager is the only manager of first-ws. Make someone else a manager there first.',
    },
  ])
  expect((await server.as('admin').call(deleteAccounts, { body: { ids: [idOf('member')] } })).failed).toEqual(
    [],
  )
})

test('removes an ended row once, with a line in the history, however many servers there are', async () => {
  // The end is far enough back for a clock that is set back a little.
  await endNow('member', sql`${NOW} - interval '1 second'`)
  const { database } = server.deps
  await Promise.all([removeEnded(database), removeEnded(database), removeEnded(database)])
  const rows = await database.execute(sql`select from members where account_id = ${idOf('member')}::uuid`)
  expect(rows.rowCount).toBe(0)
  expect(await historyOf('member')).toEqual([
    {
      action: 'member.end',
      actor_name: 'podium',
      before: { role: 'MEMBER', ends_at: expect.any(String) },
      after: null,
    },
  ])
  expect((await membersNow()).map(([name]) => name)).toEqual(['developer', 'manager'])
})

test('adds a person again whose ended row is not removed yet', async () => {
  await endNow('member')
  const members = [{ account_id: idOf('member'), role: 'DEVELOPER' as const }]
  await server.as('manager').call(addMembers, { params, body: { members } })
  expect((await membersNow()).at(-1)).toEqual(['member', null])
  const history = await historyOf('member')
  expect(history.map(({ action }) => action)).toEqual(['member.end', 'member.add'])
})

test('tells managers and the person on the home page about memberships that end within seven days', async () => {
  const needsOf = async (by: Player) => {
    const { needs } = await server.as(by).call(readOverview, { query: { ...query, cards: 'needs' } })
    return needs?.content
  }
  const { database } = server.deps
  await database.execute(sql`
    update members set ends_at = now() + interval '8 days' where account_id = ${idOf('developer')}::uuid`)
  const nothing = { ending: { count: 0, next: null }, own_ends_at: null }
  expect(await needsOf('manager')).toMatchObject(nothing)
  await database.execute(sql`
    update members set ends_at = now() + interval '6 days' where account_id = ${idOf('member')}::uuid`)
  expect(await needsOf('manager')).toMatchObject({
    ending: { count: 1, next: { username: 'member', ends_at: expect.any(String) } },
    own_ends_at: null,
  })
  const own = await needsOf('member')
  expect(own?.own_ends_at).toEqual(expect.any(String))
  expect(own).not.toHaveProperty('ending')
  expect(await needsOf('developer')).toMatchObject({ own_ends_at: null })
})
