import {
  approveAccessRequest,
  askForAccess,
  declineAccessRequest,
  listAccessRequests,
  listOwnAccessRequests,
} from '@podium/contract/calls/access-requests.ts'
import { deleteAccounts } from '@podium/contract/calls/accounts.ts'
import { readSession } from '@podium/contract/calls/auth.ts'
import { readOverview } from '@podium/contract/calls/overview.ts'
import { addMembers, deleteWorkspace, listMembers } from '@podium/contract/calls/workspaces.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { Player } from '../../../testing/test-people.ts'

let server: TestApp
let first: { workspace_id: string }
let second: { workspace_id: string }
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})
beforeEach(async () => {
  await server.startOver()
  first = { workspace_id: server.people.first.id }
  second = { workspace_id: server.people.second.id }
})

const LATER = '2126-12-03T23:00:00.000Z'
const UNSEEN = [404, { detail: 'There is nothing here that you may see.' }]
const bodyFor = (workspace_name: string, reason = 'To look at the curves.') => ({
  workspace_name,
  role: 'MEMBER' as const,
  reason,
})
const asks = (by: Player, name: string, reason?: string) =>
  server.as(by).ask(askForAccess, { body: bodyFor(name, reason) })
const idOf = async (by: Player, name: string) => {
  const { id } = await server.as(by).call(askForAccess, { body: bodyFor(name) })
  return id
}
const told = async (answer: ReturnType<typeof asks>) => {
  const { statusCode, json } = await answer
  return [statusCode, json().detail]
}
const listFor = (by: Player, query: Record<string, unknown> = {}) =>
  server.as(by).call(listAccessRequests, { query })
const approve = (by: Player, id: string, query = {}, body: Record<string, unknown> = { role: 'MEMBER' }) =>
  server.as(by).ask(approveAccessRequest, { params: { id }, query, body })
const decline = (by: Player, id: string, query = {}) =>
  server.as(by).ask(declineAccessRequest, { params: { id }, query, body: { answer: 'Not this month.' } })

test('lets a person ask and a manager approve until a day, which applies to the present session', async () => {
  const asked = await server.as('loner').call(askForAccess, { body: bodyFor(' first ') })
  expect(asked).toEqual({
    id: expect.any(String),
    workspace_name: 'first',
    role: 'MEMBER',
    reason: 'To look at the curves.',
    state: 'open',
    answer: '',
    created_at: expect.any(String),
    decided_at: null,
  })
  const { access_requests, total } = await listFor('manager', first)
  expect(total).toBe(1)
  expect(access_requests).toMatchObject([{ id: asked.id, username: 'loner', ...first, decided_by: '' }])

  const body = { role: 'DEVELOPER', ends_at: LATER }
  const approved = await approve('manager', asked.id, first, body)
  expect([approved.statusCode, approved.json()]).toMatchObject([
    200,
    { state: 'approved', decided_by: 'The manager' },
  ])
  expect((await server.as('loner').call(readSession)).workspace).toMatchObject([
    { name: 'first-ws', role: 'DEVELOPER', ends_at: LATER },
  ])
  const own = await server.as('loner').call(listOwnAccessRequests)
  expect(own.access_requests).toMatchObject([{ id: asked.id, state: 'approved' }])
  const { rows } = await server.deps.database.execute(sql`
    select action, actor_name, object_name, after from audit_events
    where workspace_id = ${first.workspace_id}::uuid order by id`)
  expect(rows).toEqual([
    {
      action: 'access-request.make',
      actor_name: 'loner',
      object_name: 'first',
      after: { role: 'MEMBER', reason: 'To look at the curves.' },
    },
    { action: 'member.add', actor_name: 'manager', object_name: 'loner', after: body },
    { action: 'access-request.approve', actor_name: 'manager', object_name: 'first', after: null },
  ])
})

test('answers the same whether or not a workspace has that name, also when declined or deleted', async () => {
  const withoutOwn = ({
    id: _id,
    created_at: _at,
    workspace_name: _name,
    ...rest
  }: Record<string, unknown>) => rest
  const there = await asks('loner', 'second')
  const nowhere = await asks('loner', 'nowhere')
  expect([there.statusCode, withoutOwn(there.json())]).toEqual([
    nowhere.statusCode,
    withoutOwn(nowhere.json()),
  ])
  expect(await told(asks('loner', 'second'))).toEqual([
    409,
    'You have already asked for access to second. Wait for the answer.',
  ])
  expect(await told(asks('loner', 'nowhere-ws'))).toEqual([
    409,
    'You have already asked for access to nowhere. Wait for the answer.',
  ])
  const nowhereId = nowhere.json().id
  expect((await decline('admin', nowhereId)).statusCode).toBe(200)
  await server.deps.objects.makeBucket(server.people.second.s3_bucket_name)
  await server.as('admin').call(deleteWorkspace, { params: { id: second.workspace_id } })
  const { access_requests } = await server.as('loner').call(listOwnAccessRequests)
  expect(access_requests).toMatchObject([
    { workspace_name: 'nowhere', state: 'declined', answer: 'Not this month.' },
    { workspace_name: 'second', state: 'declined', answer: '' },
  ])
  expect(Object.keys(access_requests[0] ?? {})).not.toContain('workspace_id')
})

test.each([
  [bodyFor('No Name'), 'workspace_name'],
  [bodyFor('first', ' '), 'reason'],
  [bodyFor('first', 'x'.repeat(501)), 'reason'],
  [{ ...bodyFor('first'), role: 'MANAGER' as const }, 'role'],
])('refuses an invalid request on its field', async (body, field) => {
  const answer = await server.as('loner').ask(askForAccess, { body })
  expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ['body', field]])
})

test('refuses a member, the sixth open request and the twenty-first of a day, also when simultaneous', async () => {
  expect(await told(asks('member', 'first'))).toEqual([409, 'You are already a member of first.'])
  const names = ['aa', 'bb', 'cc', 'dd', 'ee', 'ff', 'gg']
  const answers = await Promise.all(names.map((name) => asks('loner', name)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 200, 409, 409])
  expect(await told(asks('loner', 'hh'))).toEqual([
    409,
    'You have 5 open requests. Wait for an answer to one of them first.',
  ])
  await server.deps.database.execute(sql`
    insert into access_requests (account_id, workspace_name, role, reason, state)
    select ${server.people.ids.outsider}::uuid, 'first-ws', 'MEMBER', 'Again.', 'declined' from generate_series(1, 20)`)
  expect(await told(asks('outsider', 'first'))).toEqual([
    429,
    'You have asked 20 times in the last 24 hours. Please try again tomorrow.',
  ])
})

test('shows a request only to managers of its workspace and administrators, who decide', async () => {
  const id = await idOf('loner', 'first')
  const foreign = await idOf('loner', 'second')
  for (const by of ['loner', 'outsider'] as const) {
    for (const answer of [await approve(by, id, first), await decline(by, id, first)])
      expect([answer.statusCode, answer.json()]).toEqual(UNSEEN)
    expect((await server.as(by).ask(listAccessRequests, { query: first })).statusCode).toBe(404)
  }
  for (const by of ['developer', 'member'] as const)
    expect((await approve(by, id, first)).statusCode).toBe(403)
  // a manager names their own workspace, but the request is for another one, or for none
  expect([
    (await approve('outsider', id, second)).statusCode,
    (await decline('outsider', id, second)).statusCode,
  ]).toEqual([404, 404])
  expect((await approve('manager', foreign, first)).statusCode).toBe(404)
  expect((await approve('manager', 'no-id', first)).statusCode).toBe(404)
  // only administrators may leave out the workspace
  for (const answer of [await approve('manager', id), await server.as('manager').ask(listAccessRequests)])
    expect(answer.statusCode).toBe(422)
  expect((await listFor('manager', first)).access_requests.map((request) => request.id)).toEqual([id])
  expect((await listFor('admin')).total).toBe(2)
  expect((await server.as('manager').call(listOwnAccessRequests)).access_requests).toEqual([])
})

test('lets one of two simultaneous decisions win, and names its author to the other', async () => {
  const id = await idOf('loner', 'first')
  const answers = await Promise.all([
    approve('manager', id, first),
    decline('admin', id, first),
    approve('admin', id),
    decline('manager', id, first),
  ])
  const won = answers.filter(({ statusCode }) => statusCode === 200)
  expect(won).toHaveLength(1)
  const { state, decided_by } = won[0]?.json() ?? {}
  for (const { statusCode, json } of answers.filter((answer) => answer !== won[0]))
    expect([statusCode, json().detail]).toEqual([409, `${decided_by} has ${state} this request already.`])
  const { total } = await server.as('admin').call(listMembers, { params: { id: first.workspace_id } })
  expect(total).toBe(state === 'approved' ? 4 : 3)
})

test('can only decline a request for no workspace, and closes one when the person is added', async () => {
  const nowhere = await idOf('loner', 'nowhere')
  expect(await told(approve('admin', nowhere))).toEqual([
    409,
    'There is no workspace named nowhere. Create it first, or decline the request.',
  ])
  const id = await idOf('loner', 'first')
  const body = { members: [{ account_id: server.people.ids.loner, role: 'MEMBER' as const }] }
  await server.as('manager').call(addMembers, { params: { id: first.workspace_id }, body })
  const { access_requests } = await listFor('admin', { q: 'FIRST', state: 'approved', sort: '-username' })
  expect(access_requests).toMatchObject([{ id, state: 'approved', decided_by: 'The manager' }])
  expect(await told(approve('admin', id))).toEqual([409, 'The manager has approved this request already.'])
})

test('hides requests for an earlier workspace of the same name from the managers', async () => {
  const declined = await idOf('loner', 'first')
  await decline('admin', declined)
  await server.deps.database.execute(sql`update workspaces set created_at = now() where name = 'first-ws'`)
  const open = await idOf('loner', 'first')
  const { access_requests } = await listFor('manager', first)
  expect(access_requests.map(({ id }) => id)).toEqual([open])
  const all = await listFor('admin')
  const places = all.access_requests.map(({ id, workspace_id }) => [id, workspace_id])
  expect(Object.fromEntries(places)).toEqual({ [declined]: null, [open]: first.workspace_id })
})

test('refuses an end in the past, and a decline without words', async () => {
  const id = await idOf('loner', 'first')
  const past = await approve('manager', id, first, { role: 'MEMBER', ends_at: '2020-01-01T00:00:00Z' })
  expect([past.statusCode, past.json().detail[0].loc]).toEqual([422, ['body', 'ends_at']])
  const query = first
  const empty = await server
    .as('manager')
    .ask(declineAccessRequest, { params: { id }, query, body: { answer: ' ' } })
  expect([empty.statusCode, empty.json().detail[0].loc]).toEqual([422, ['body', 'answer']])
})

test('ends the requests of a deleted account', async () => {
  const id = await idOf('loner', 'first')
  await server.as('admin').call(deleteAccounts, { body: { ids: [server.people.ids.loner] } })
  const { access_requests } = await listFor('manager', first)
  expect(access_requests).toMatchObject([{ id, state: 'declined', decided_by: '', answer: '' }])
  expect(await told(approve('manager', id, first))).toEqual([409, 'This request was already declined.'])
})

test('shows managers their requests on the home page, administrators all, and others none', async () => {
  await idOf('loner', 'first')
  await idOf('loner', 'nowhere')
  const needsOf = async (by: Player) => {
    const { needs } = await server.as(by).call(readOverview, { query: { ...first, cards: 'needs' } })
    return needs?.content
  }
  expect((await needsOf('manager'))?.requests).toEqual({
    count: 1,
    oldest: { username: 'loner', workspace_name: 'first', at: expect.any(String) },
  })
  expect((await needsOf('admin'))?.requests?.count).toBe(2)
  expect(await needsOf('developer')).not.toHaveProperty('requests')
})
