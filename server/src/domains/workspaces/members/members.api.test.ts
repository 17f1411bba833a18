import { deleteAccounts } from '@podium/contract/calls/accounts.ts'
import { readMemberSummary } from '@podium/contract/calls/workspace-use.ts'
import {
  addMembers,
  editMembers,
  listMembers,
  listMembersOfMany,
  removeMembers,
} from '@podium/contract/calls/workspaces.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { makeObjects } from '../../../testing/test-objects.ts'
import type { Player } from '../../../testing/test-people.ts'

let server: TestApp
let params: { id: string }
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})
beforeEach(async () => {
  await server.startOver()
  params = { id: server.people.first.id }
})

type MemberRole = 'MANAGER' | 'DEVELOPER' | 'MEMBER'
const edit = (by: Player, roles: Partial<Record<Player, MemberRole>>) =>
  server.as(by).ask(editMembers, {
    params,
    body: {
      members: Object.entries(roles).map(([name, role]) => ({
        account_id: server.people.ids[name as Player] ?? name,
        role,
      })),
    },
  })
const remove = (by: Player, ...names: Player[]) =>
  server.as(by).call(removeMembers, {
    params,
    body: { account_ids: names.map((name) => server.people.ids[name]) },
  })
const rolesNow = async () => {
  const { members } = await server.as('admin').call(listMembers, { params })
  return Object.fromEntries(members.map(({ username, role }) => [username, role]))
}

test('changes all roles or none, and audits each', async () => {
  const answer = await edit('manager', { member: 'DEVELOPER', developer: 'MANAGER' })
  expect(answer.json().members).toMatchObject([
    { username: 'developer', role: 'MANAGER' },
    { username: 'member', role: 'DEVELOPER' },
  ])
  const { rows } = await server.deps.database.execute(
    sql`select action, object_name, workspace_id, before, after from audit_events order by id`,
  )
  expect(rows[0]).toEqual({
    action: 'member.edit',
    object_name: 'member',
    workspace_id: params.id,
    before: { role: 'MEMBER' },
    after: { role: 'DEVELOPER' },
  })
  const none = await edit('manager', { member: 'MEMBER', loner: 'MEMBER' })
  expect([none.statusCode, none.json().detail]).toEqual([
    422,
    'This account is not a member of this workspace.',
  ])
  expect(await rolesNow()).toMatchObject({ member: 'DEVELOPER' })
})

test('keeps one manager, and lets nobody change their own role', async () => {
  const last = {
    statusCode: 409,
    detail: 'At least one manager must remain in this workspace. Make someone else a manager first.',
  }
  const answerOf = async (answer: Awaited<ReturnType<typeof edit>>) => ({
    statusCode: answer.statusCode,
    detail: answer.json().detail,
  })
  expect(await answerOf(await edit('admin', { manager: 'MEMBER' }))).toEqual(last)
  expect(await answerOf(await edit('manager', { manager: 'MEMBER' }))).toEqual({
    statusCode: 409,
    detail: 'You cannot change your own role.',
  })
  expect(await remove('admin', 'member', 'manager', 'loner')).toEqual({
    done: [server.people.ids.member],
    failed: [
      { id: server.people.ids.manager, detail: last.detail },
      { id: server.people.ids.loner, detail: 'This account is not a member of this workspace.' },
    ],
  })
  expect((await edit('admin', { manager: 'MEMBER', developer: 'MANAGER' })).statusCode).toBe(200)
  expect(await rolesNow()).toEqual({ developer: 'MANAGER', manager: 'MEMBER' })
})

test('ignores case in ids', async () => {
  const { people, deps } = server
  const loud = (name: Player) => people.ids[name].toUpperCase()
  await edit('admin', { developer: 'MANAGER' })
  const own = await edit('manager', { [loud('manager')]: 'MEMBER' })
  expect([own.statusCode, own.json().detail]).toEqual([409, 'You cannot change your own role.'])
  await edit('manager', { [loud('member')]: 'DEVELOPER' })
  const bulk = await server.as('manager').call(removeMembers, {
    params,
    body: { account_ids: [loud('manager'), people.ids.manager, loud('member'), people.ids.member] },
  })
  expect(bulk).toEqual({ done: [people.ids.member, people.ids.manager], failed: [] })
  await server.as('admin').call(addMembers, {
    params,
    body: { members: [{ account_id: loud('member'), role: 'MEMBER' }] },
  })
  const { rows } = await deps.database.execute(sql`
    select action from audit_events where object_id = ${people.ids.member} order by id`)
  expect(rows).toEqual([{ action: 'member.edit' }, { action: 'member.remove' }, { action: 'member.add' }])
})

test('hides everything from a removed member, and lets members leave themselves', async () => {
  await edit('admin', { developer: 'MANAGER' })
  await remove('manager', 'manager', 'member')
  expect(await rolesNow()).toEqual({ developer: 'MANAGER' })
  for (const gone of ['manager', 'member'] as const)
    expect((await server.as(gone).ask(listMembers, { params })).statusCode).toBe(404)
})

/** Twenty workspaces, with five demotions and removals in each. */
const RACES = 10

test(`keeps a manager in every workspace after ${RACES * 100} demotions and removals, a hundred at once`, {
  tags: ['long'],
}, async () => {
  const { database } = server.deps
  await database.execute(sql`
    insert into workspaces (name, s3_bucket_name)
    select 'raced-' || n || '-ws', 'raced-' || n from generate_series(1, 20) n`)
  const found = await database.execute<{ id: string }>(
    sql`select id from workspaces where name like 'raced-%'`,
  )
  const people = [server.people.ids.manager, server.people.ids.developer, server.people.ids.member]
  for (let race = 0; race < RACES; race += 1) {
    await database.execute(sql`
      insert into members (workspace_id, account_id, role)
      select w.id, a.id, 'MANAGER' from workspaces w, accounts a
      where w.name like 'raced-%' and a.id = any(${sql.param(people)}::uuid[])
      on conflict (workspace_id, account_id) do update set role = 'MANAGER'`)
    await Promise.all(
      found.rows.flatMap(({ id }) =>
        [...people, ...people.slice(0, 2)].map((account_id, at) =>
          at % 2 === 0
            ? server.as('admin').ask(editMembers, {
                params: { id },
                body: { members: [{ account_id, role: 'MEMBER' }] },
              })
            : server.as('admin').ask(removeMembers, { params: { id }, body: { account_ids: [account_id] } }),
        ),
      ),
    )
    const without = await database.execute(sql`
      select name from workspaces w where name like 'raced-%' and not exists (
        select from members m where m.workspace_id = w.id and m.role = 'MANAGER')`)
    expect(without.rows).toEqual([])
  }
})

test('keeps one manager when one is deleted and the other demoted at once', async () => {
  const { database } = server.deps
  for (let race = 0; race < 20; race += 1) {
    const made = await database.execute<{ id: string }>(sql`
      insert into accounts (login_type, username, display_name, role)
      values ('static', ${`leaves-${race}`}, 'Leaves', 'DEVELOPER') returning id`)
    const leaves = made.rows[0]?.id ?? ''
    await database.execute(sql`
      insert into members (workspace_id, account_id, role)
      values (${params.id}::uuid, ${leaves}::uuid, 'MANAGER')`)
    await database.execute(sql`
      update members set role = 'MANAGER' where account_id = ${server.people.ids.manager}::uuid`)
    await Promise.all([
      server.as('admin').ask(deleteAccounts, { body: { ids: [leaves] } }),
      edit('admin', { manager: 'MEMBER' }),
    ])
    expect(Object.values(await rolesNow())).toContain('MANAGER')
    await database.execute(sql`delete from members where account_id = ${leaves}::uuid`)
  }
})

test('records in the workspace’s history memberships that end with their account', async () => {
  const { people, deps } = server
  await server.as('admin').call(deleteAccounts, { body: { ids: [people.ids.member] } })
  const { rows } = await deps.database.execute(sql`
    select action, object_kind, object_id, object_name, actor_name, before from audit_events
    where workspace_id = ${params.id}::uuid`)
  expect(rows).toEqual([
    {
      action: 'member.remove',
      object_kind: 'member',
      object_id: people.ids.member,
      object_name: 'member',
      actor_name: 'admin',
      before: { role: 'MEMBER' },
    },
  ])
})

test('pages, sorts and searches the list, with each member’s usage', async () => {
  const { people, deps } = server
  const { database } = deps
  const { run } = await makeObjects(database, params.id, people.ids.manager, people.ids.member)
  await database.execute(sql`
    update runs set started_at = now() - interval '90 minutes', ended_at = now() where id = ${run}::uuid`)
  await database.execute(sql`
    insert into run_files (run_id, kind, workspace_id, stream_id, account_id, ended_at, bytes, measured, recorded_at, free_since)
    select id, 'artifacts', workspace_id, stream_id, created_by, ended_at, ${3 * 1024 ** 3}, true, now(), now()
    from runs where id = ${run}::uuid`)
  const list = async (query: Record<string, unknown>) => {
    const { members, total } = await server.as('member').call(listMembers, { params, query })
    return [members.map((member) => member.username), total]
  }
  expect(await list({ sort: '-username', page_size: 2 })).toEqual([['member', 'manager'], 3])
  expect(await list({ sort: '-username', page_size: 2, page: 2 })).toEqual([['developer'], 3])
  expect(await list({ q: 'THE DEV' })).toEqual([['developer'], 1])
  const { members } = await server.as('member').call(listMembers, { params, query: { q: 'member@' } })
  expect(members[0]?.usage).toEqual([
    { service_name: 'Training', amount: 1.5, unit: 'hours' },
    { service_name: 'Inference', amount: 0, unit: 'hours' },
    { service_name: 'Storage', amount: 3, unit: 'GiB' },
  ])
  await database.execute(sql`update accounts set last_login_at = now() where username in ('member', 'loner')`)
  expect(await server.as('member').call(readMemberSummary, { params })).toEqual({
    total: 3,
    by_role: { MANAGER: 1, DEVELOPER: 1, MEMBER: 1 },
    active_30_days: 1,
    usage: members[0]?.usage,
  })
})

test('returns members of many workspaces in one answer, without those that the reader may not see', async () => {
  const { first, second } = server.people
  const ask = async (by: Player, ids: string[]) => {
    const { workspaces } = await server.as(by).call(listMembersOfMany, { query: { ids: ids.join(',') } })
    return workspaces.map(({ id, members }) => [id, members.map((member) => member.username)])
  }
  const ids = [second.id, first.id, '00000000-0000-4000-8000-000000000000', 'no id', first.id]
  const ofFirst = [first.id, ['developer', 'manager', 'member']]
  expect(await ask('admin', ids)).toEqual([[second.id, ['outsider']], ofFirst])
  expect(await ask('member', ids)).toEqual([ofFirst])
  const many = await server.as('admin').ask(listMembersOfMany, {
    query: { ids: Array.from({ length: 101 }, () => first.id).join(',') },
  })
  expect([many.statusCode, many.json().detail[0].msg]).toEqual([
    422,
    'Ask for at most 100 workspaces at once.',
  ])
})

test('lets only people who may manage the members change anything', async () => {
  for (const by of ['developer', 'member'] as const) {
    expect((await edit(by, { member: 'MANAGER' })).statusCode).toBe(403)
    const refused = await server
      .as(by)
      .ask(removeMembers, { params, body: { account_ids: [server.people.ids.manager] } })
    expect(refused.statusCode).toBe(403)
    const added = { members: [{ account_id: server.people.ids.loner, role: 'MANAGER' as const }] }
    expect((await server.as(by).ask(addMembers, { params, body: added })).statusCode).toBe(403)
  }
  expect(await rolesNow()).toEqual({ developer: 'DEVELOPER', manager: 'MANAGER', member: 'MEMBER' })
})
