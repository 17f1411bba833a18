import { Readable } from 'node:stream'
import { createAccount, deleteAccounts } from '@podium/contract/calls/accounts.ts'
import { type AuditEvent, exportAuditCsv, exportAuditLines, listAudit } from '@podium/contract/calls/audit.ts'
import { stopRun } from '@podium/contract/calls/runs.ts'
import { addMembers, createWorkspace } from '@podium/contract/calls/workspaces.ts'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { insertRun, insertStream } from '../streams/testing/insert-stream.ts'
import { type Actor, podium as product, record } from './audit.ts'

let podium: TestApp
const PASSWORD = 'violet kettle under moss'

beforeAll(async () => {
  podium = await createTestApp()
  const { first, second, ids } = podium.people
  await podium.as('admin').call(createAccount, {
    body: {
      username: 'kim',
      password: PASSWORD,
      display_name: 'Kim',
      email: 'kim@example.org',
      role: 'DEVELOPER',
    },
  })
  await podium.as('manager').call(addMembers, {
    params: { id: first.id },
    body: { members: [{ account_id: ids.loner, role: 'MEMBER' }] },
  })
  await podium.as('outsider').call(addMembers, {
    params: { id: second.id },
    body: { members: [{ account_id: ids.member, role: 'MEMBER' }] },
  })
  return () => podium.close()
})

const inFirst = () => ({ workspace_id: podium.people.first.id })
const list = (query: Record<string, unknown> = {}) => podium.as('admin').call(listAudit, { query })
const actionsOf = ({ events }: { events: AuditEvent[] }) => events.map(({ action }) => action)

test('shows an administrator everything, newest first, with who, where and what', async () => {
  const { events, total } = await list()
  expect(total).toBe(3)
  expect(events.map(({ action, object_name }) => [action, object_name])).toEqual([
    ['member.add', 'member'],
    ['member.add', 'loner'],
    ['account.create', 'kim'],
  ])
  expect(events[1]).toEqual({
    id: expect.any(Number),
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    actor_id: podium.people.ids.manager,
    actor_name: 'manager',
    address: '127.0.0.1',
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    action: 'member.add',
    object_kind: 'member',
    object_id: podium.people.ids.loner,
    object_name: 'loner',
    workspace_id: podium.people.first.id,
    workspace_name: 'first-ws',
    before: null,
    after: { role: 'MEMBER' },
  })
})

test('shows a manager only their workspace', async () => {
  const own = await podium.as('manager').call(listAudit, { query: inFirst() })
  expect(own.events.map(({ object_name }) => object_name)).toEqual(['loner'])
  expect(own.total).toBe(1)
  const status = async (query: Record<string, unknown>) =>
    (await podium.as('manager').ask(listAudit, { query })).statusCode
  expect(await status({})).toBe(422)
  expect(await status({ workspace_id: podium.people.second.id })).toBe(404)
  expect(await status({ ...inFirst(), workspace_name: 'second-ws' })).toBe(404)
  expect((await podium.as('member').ask(listAudit, { query: inFirst() })).statusCode).toBe(403)
  expect((await podium.as('member').ask(listAudit)).statusCode).toBe(422)
  expect((await podium.as('outsider').ask(listAudit, { query: inFirst() })).statusCode).toBe(404)
})

test('narrows the list by every filter, and combines them', async () => {
  expect(actionsOf(await list({ action: 'account.create' }))).toEqual(['account.create'])
  expect((await list({ object_kind: 'member' })).total).toBe(2)
  expect((await list({ object_kind: 'member', object_id: podium.people.ids.loner })).total).toBe(1)
  expect((await list({ actor: 'ADMIN' })).total).toBe(1)
  expect((await list({ workspace_name: 'first' })).total).toBe(1)
  expect((await list({ q: 'KIM' })).total).toBe(1)
  expect((await list({ q: 'a_count' })).total).toBe(0)
  expect((await list({ from: '2000-01-01', to: '2000-12-31' })).total).toBe(0)
  const [newest] = (await list()).events
  expect((await list({ from: newest?.at.slice(0, 10), to: newest?.at.slice(0, 10) })).total).toBe(3)
  expect((await list({ from: newest?.at })).events[0]?.id).toBe(newest?.id)
})

test('neither repeats nor misses an event on pages and in orders', async () => {
  const pages = await Promise.all([1, 2, 3].map((page) => list({ page, page_size: 1, sort: 'action' })))
  expect(pages.flatMap(actionsOf)).toEqual(['account.create', 'member.add', 'member.add'])
  expect(new Set(pages.flatMap(({ events }) => events.map(({ id }) => id))).size).toBe(3)
})

test('reports a wrong day on its field', async () => {
  for (const route of [listAudit, exportAuditCsv, exportAuditLines]) {
    const response = await podium.as('admin').ask(route, { query: { from: 'yesterday' } })
    expect([response.statusCode, response.json().detail]).toEqual([
      422,
      [{ loc: ['query', 'from'], msg: expect.stringContaining('Write a day like'), type: 'time' }],
    ])
  }
})

test('contains no secret', async () => {
  const { body } = await podium.as('admin').ask(exportAuditLines)
  expect(body).toContain('"kim@example.org"')
  for (const secret of [PASSWORD, '$argon2id', 'password_hash']) expect(body).not.toContain(secret)
})

test('exports what the list shows, under the same filters and rights', async () => {
  const lines = await podium.as('manager').ask(exportAuditLines, { query: inFirst() })
  expect(lines.headers['content-type']).toBe('application/jsonl; charset=utf-8')
  const read = lines.body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditEvent)
  expect(read.map(({ object_name }) => object_name)).toEqual(['loner'])
  const table = await podium.as('admin').ask(exportAuditCsv, { query: { action: 'account.create' } })
  expect(table.headers['content-disposition']).toContain('filename="audit.csv"')
  expect(table.body).toMatch(/^\uFEFF/)
  expect(table.body.split('\r\n')[1]).toMatch(/^\d{4}-[^,]+,admin,127\.0\.0\.1,account\.create,account,kim,/)
  expect(table.body.split('\r\n')).toHaveLength(3)
  for (const route of [exportAuditCsv, exportAuditLines]) {
    expect((await podium.as('manager').ask(route)).statusCode).toBe(422)
    expect((await podium.as('member').ask(route, { query: inFirst() })).statusCode).toBe(403)
  }
})

test('exports completely more than is read at once', { tags: ['long'] }, async () => {
  const { database } = podium.deps
  const actor: Actor = { ...product, username: '=cmd' }
  await database.transaction(async (tx) => {
    for (let n = 0; n < 1001; n += 1)
      await record(tx, actor, {
        action: 'test.many',
        object_kind: 'test',
        object_id: String(n),
        object_name: `@${n}`,
      })
  })
  const { body } = await podium.as('admin').ask(exportAuditCsv, { query: { action: 'test.many' } })
  const rows = body.trimEnd().split('\r\n').slice(1)
  expect(rows).toHaveLength(1001)
  expect(rows[0]).toContain(",'=cmd,,test.many,test,'@1000,1000,")
  expect(rows[1000]).toContain(",'@0,0,")
})

test('records what a replaced, stopped or removed object was', async () => {
  const admin = podium.as('admin')
  const path = `/api/v1/workspaces/${podium.people.first.id}/objects/datasets/a.csv`
  await admin.send('PUT', path, Readable.from(['one']), { 'content-type': 'text/csv' })
  await admin.send('PUT', `${path}?replace=1`, Readable.from(['three']), { 'content-type': 'text/csv' })
  const writes = (await list({ action: 'object.write' })).events
  expect(writes.map(({ before, after }) => [before?.size, after?.size])).toEqual([
    [3, 5],
    [undefined, 3],
  ])

  const run = await insertRun(podium, await insertStream(podium), 'queued')
  await admin.call(stopRun, { params: { id: run } })
  expect((await list({ action: 'run.stop' })).events[0]).toMatchObject({
    before: { state: 'queued', stop_requested: false },
    after: { state: 'stopped', stop_requested: true },
  })

  const { events } = await list({ action: 'account.create' })
  await admin.call(deleteAccounts, { body: { ids: [events[0]?.object_id ?? ''] } })
  expect((await list({ action: 'account.delete' })).events[0]).toMatchObject({
    object_name: 'kim',
    before: { display_name: 'Kim', email: 'kim@example.org', role: 'DEVELOPER', login_type: 'static' },
    after: null,
  })
})

test('shows the workspace’s name at the event of its creation', async () => {
  const { id } = await podium.as('admin').call(createWorkspace, {
    body: { name: 'third', s3_bucket_name: 'third-bucket', execution_specs: [] },
  })
  const { events } = await list({ workspace_id: id })
  expect(events[0]).toMatchObject({ action: 'workspace.create', workspace_name: 'third-ws', before: null })
})
