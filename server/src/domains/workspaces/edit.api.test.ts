import { Readable } from 'node:stream'
import {
  createWorkspace,
  editExecutionSpecs,
  editWorkspace,
  readWorkspace,
} from '@podium/contract/calls/workspaces.ts'
import { emptyValues, type FieldValues } from '@podium/contract/rules/fields.ts'
import { workspaceFields } from '@podium/contract/rules/workspace-fields.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { racing } from '../../testing/racing.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeObjects } from '../../testing/test-objects.ts'
import { emptyFields } from '../record-fields.ts'

let server: TestApp
let workspace_id: string
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})
beforeEach(async () => {
  await server.startOver()
  workspace_id = server.people.first.id
})

const edit = (body: object) =>
  server.as('admin').ask(editWorkspace, { query: { workspace_id }, body } as never)

test('changes given fields, clears empty ones and keeps the others', async () => {
  const first = await edit({
    dashboard_hash: 'c7f1e0',
    edge_conductor_url: 'https://edge.example.org/',
    execution_specs: [{ name: 'low', instance: 'm5.large' }],
  })
  expect(first.json()).toMatchObject({
    name: 'first-ws',
    dashboard_hash: 'c7f1e0',
    execution_specs: [{ name: 'low', instance: 'm5.large' }],
    revision: 2,
  })
  const second = await edit({ dashboard_hash: '' })
  expect(second.json()).toMatchObject({
    dashboard_hash: '',
    edge_conductor_url: 'https://edge.example.org/',
    revision: 3,
  })
  const { rows } = await server.deps.database.execute(
    sql`select action, before, after from audit_events order by id`,
  )
  expect(rows[1]).toEqual({
    action: 'workspace.edit',
    before: { dashboard_hash: 'c7f1e0' },
    after: { dashboard_hash: null },
  })
  const { dashboard_hash, edge_conductor_url, execution_specs, s3_bucket_name } = second.json()
  const same = { dashboard_hash, edge_conductor_url, execution_specs, s3_bucket_name }
  for (const nothing of [{}, same]) expect((await edit(nothing)).json().revision).toBe(3)
  const partly = await edit({ ...same, dashboard_hash: 'c7f1e0' })
  expect(partly.json().revision).toBe(4)
  const audited = await server.deps.database.execute(sql`select after from audit_events order by id offset 2`)
  expect(audited.rows).toEqual([{ after: { dashboard_hash: 'c7f1e0' } }])
})

test.each<[object, string]>([
  [{ dashboard_hash: 'a/b' }, 'dashboard_hash'],
  [{ edge_conductor_url: 'ftp://edge' }, 'edge_conductor_url'],
  [{ s3_bucket_name: 'A' }, 's3_bucket_name'],
  [{ execution_specs: [{ name: 'low', instance: '0' }] }, 'execution_specs'],
  [{ name: 'other' }, 'name'],
])('%o is refused on its field', async (body, field) => {
  const answer = await edit(body)
  expect([answer.statusCode, answer.json().detail[0].loc[1]]).toEqual([422, field])
})

test('accepts one of 200 edits of one revision, and answers the others with the present record', {
  tags: ['long'],
}, async () => {
  const answers = await racing(200, (at) => edit({ dashboard_hash: `hash-${at}`, revision: 1 }))
  const accepted = answers.filter((answer) => answer.statusCode === 200)
  expect(accepted).toHaveLength(1)
  const won = accepted[0]?.json()
  for (const answer of answers.filter((other) => other !== accepted[0]))
    expect([answer.statusCode, answer.json().current]).toEqual([409, won])
  const audited = await server.deps.database.execute(
    sql`select from audit_events where action = 'workspace.edit'`,
  )
  expect(audited.rows).toHaveLength(1)
  const stale = await server.as('admin').ask(editExecutionSpecs, {
    params: { id: workspace_id },
    body: { execution_specs: [], revision: 1 },
  })
  expect([stale.statusCode, stale.json().current]).toEqual([409, won])
})

test.each(['abc', '"abc"', '"1", "2"', ''])('If-Match %s overwrites nothing', async (match) => {
  const answer = await server.as('admin').ask(editWorkspace, {
    query: { workspace_id },
    body: { dashboard_hash: 'c7f1e0' },
    headers: { 'if-match': match },
  })
  expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [{ loc: ['header', 'if-match'] }]])
})

test('requires with If-Match * only that the record exists', async () => {
  const headers = { 'if-match': '*' }
  const request = { query: { workspace_id }, body: { dashboard_hash: 'c7f1e0' }, headers }
  expect((await server.as('admin').ask(editWorkspace, request)).statusCode).toBe(200)
})

test('changes the bucket only while nothing is stored', async () => {
  const { objects, database } = server.deps
  expect((await edit({ s3_bucket_name: 'other-bucket' })).json().s3_bucket_name).toBe('other-bucket')
  expect([await objects.bucketExists('other-bucket'), await objects.bucketExists('first-bucket')]).toEqual([
    true,
    false,
  ])
  const taken = await edit({ s3_bucket_name: 'second-bucket' })
  expect([taken.statusCode, taken.json().detail]).toEqual([
    409,
    'Another workspace already uses this bucket. Choose another bucket name.',
  ])
  await objects.put('other-bucket', 'datasets/a.csv', Readable.from([Buffer.from('1')]))
  const used = await edit({ s3_bucket_name: 'third-bucket' })
  expect([used.statusCode, used.json().detail]).toEqual([
    409,
    'The bucket other-bucket already holds files. Its name can be changed only while it is empty.',
  ])
  await objects.remove('other-bucket', 'datasets/a.csv')
  await makeObjects(database, workspace_id, server.people.ids.member)
  expect((await edit({ s3_bucket_name: 'third-bucket' })).statusCode).toBe(409)
  expect(await objects.bucketExists('third-bucket')).toBe(false)
  expect((await database.execute(sql`select from pending_removals`)).rows).toEqual([])
  expect((await edit({ s3_bucket_name: 'other-bucket' })).statusCode).toBe(200)
})

test('lets only administrators edit, and answers 404 for invisible workspaces', async () => {
  const ask = (role: 'manager' | 'outsider', id = workspace_id) =>
    server.as(role).ask(editWorkspace, { query: { workspace_id: id }, body: {} })
  expect((await ask('manager')).statusCode).toBe(403)
  expect((await ask('outsider')).json()).toEqual((await ask('outsider', 'nothing')).json())
  expect((await server.as('admin').ask(editWorkspace, { body: {} })).statusCode).toBe(422)
  const read = await server.as('manager').call(readWorkspace, { query: { workspace_id } })
  expect(read.revision).toBe(1)
})

const FIELDS: FieldValues<typeof workspaceFields> = {
  s3_bucket_name: 'other-bucket',
  dashboard_hash: 'c7f1e0',
  edge_conductor_url: 'https://edge.example.org/',
  network: true,
  queue: 'team-a',
  pending_limit_minutes: 45,
  system_user: 'ml.runs',
  stop_grace_seconds: 120,
}
const emptyOnWire = emptyValues(workspaceFields)

test('returns, audits by field and clears every field', async () => {
  expect((await edit(FIELDS)).json()).toMatchObject({ ...FIELDS, revision: 2 })
  expect((await edit({ queue: 'team-b', dashboard_hash: 'c7f1e0' })).json().queue).toBe('team-b')
  const read = await server.as('member').call(readWorkspace, { query: { workspace_id } })
  expect(read).toMatchObject({ ...FIELDS, queue: 'team-b' })
  const none = { ...emptyOnWire, s3_bucket_name: 'first-bucket' }
  expect((await edit(none)).json()).toMatchObject(none)
  const { rows } = await server.deps.database.execute(
    sql`select before, after from audit_events where action = 'workspace.edit' order by id`,
  )
  const stored = { ...emptyFields(workspaceFields), s3_bucket_name: 'first-bucket' }
  expect(rows).toEqual([
    { before: stored, after: FIELDS },
    { before: { queue: 'team-a' }, after: { queue: 'team-b' } },
    { before: { ...FIELDS, queue: 'team-b' }, after: stored },
  ])
})

test('sets every field of a new workspace, and audits also those that were left out', async () => {
  const body = { ...FIELDS, name: 'poc' }
  expect(await server.as('admin').call(createWorkspace, { body })).toMatchObject(FIELDS)
  const plain = { name: 'plain', s3_bucket_name: 'plain-bucket' }
  expect(await server.as('admin').call(createWorkspace, { body: plain })).toMatchObject({
    ...emptyOnWire,
    s3_bucket_name: 'plain-bucket',
  })
  const { rows } = await server.deps.database.execute(sql`select after from audit_events order by id`)
  expect(rows).toMatchObject([
    { after: { ...FIELDS, name: 'poc-ws', execution_specs: [] } },
    { after: { ...emptyFields(workspaceFields), s3_bucket_name: 'plain-bucket', execution_specs: [] } },
  ])
})

test('lets only administrators change the settings of runs', async () => {
  for (const role of ['manager', 'developer', 'member'] as const) {
    const answer = await server
      .as(role)
      .ask(editWorkspace, { query: { workspace_id }, body: { system_user: 'ml' } })
    expect(answer.statusCode).toBe(403)
  }
})

test.each<[object, string, string]>([
  [{ network: 'yes' }, 'network', ''],
  [{ queue: 'Team' }, 'queue', 'Use lower-case letters, digits and hyphens'],
  [{ queue: 'team-' }, 'queue', 'Use lower-case letters'],
  [{ queue: 'a'.repeat(64) }, 'queue', 'Use lower-case letters'],
  [{ queue: 'a\n' }, 'queue', 'Use lower-case letters'],
  [{ queue: 'a,b=c' }, 'queue', 'Use lower-case letters'],
  [{ pending_limit_minutes: 0 }, 'pending_limit_minutes', 'Give whole minutes'],
  [{ pending_limit_minutes: 1.5 }, 'pending_limit_minutes', 'Give whole minutes'],
  [{ pending_limit_minutes: 43_201 }, 'pending_limit_minutes', 'Give whole minutes'],
  [{ pending_limit_minutes: 1e300 }, 'pending_limit_minutes', 'Give whole minutes'],
  [{ stop_grace_seconds: 0 }, 'stop_grace_seconds', 'Give whole seconds, from 1 to 600'],
  [{ stop_grace_seconds: 1.5 }, 'stop_grace_seconds', 'Give whole seconds'],
  [{ stop_grace_seconds: 601 }, 'stop_grace_seconds', 'Give whole seconds'],
  [{ system_user: 'root' }, 'system_user', 'Runs never run as root.'],
  [{ system_user: '0' }, 'system_user', 'Give a Linux user name'],
  [{ system_user: '1000' }, 'system_user', 'Give a Linux user name'],
  [{ system_user: '-u0' }, 'system_user', 'Give a Linux user name'],
  [{ system_user: 'ml --uid=root' }, 'system_user', 'Give a Linux user name'],
  [{ system_user: 'root\n' }, 'system_user', 'Give a Linux user name'],
])('%o is refused as settings of runs', async (body, field, sentence) => {
  const answer = await edit(body)
  const [problem] = answer.json().detail
  expect([answer.statusCode, problem.loc]).toEqual([422, ['body', field]])
  expect(problem.msg).toContain(sentence)
})
