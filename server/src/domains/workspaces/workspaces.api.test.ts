import { readInstanceType } from '@podium/contract/calls/instance-types.ts'
import {
  addMembers,
  checkWorkspace,
  createWorkspace,
  editExecutionSpecs,
  listMembers,
  listWorkspaces,
  readWorkspace,
} from '@podium/contract/calls/workspaces.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { racing } from '../../testing/racing.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})
beforeEach(() => server.startOver())

const poc = {
  name: 'poc',
  s3_bucket_name: 'poc-bucket',
  edge_conductor_url: 'https://edge.example.org/',
  execution_specs: [
    { name: 'high' as const, instance: 'm5.xlarge' },
    { name: 'low' as const, instance: '' },
  ],
}

test('makes a workspace with its bucket, and its maker the manager', async () => {
  const made = await server.as('admin').call(createWorkspace, { body: poc })
  expect(made).toMatchObject({
    name: 'poc-ws',
    display_name: 'poc',
    role: 'MANAGER',
    member: true,
    dashboard_hash: '',
    execution_specs: [{ name: 'high', instance: 'm5.xlarge' }],
    member_count: 1,
    revision: 1,
  })
  expect(await server.deps.objects.bucketExists('poc-bucket')).toBe(true)
  const { rows } = await server.deps.database.execute(
    sql`select action, workspace_id, actor_name from audit_events`,
  )
  expect(rows).toEqual([{ action: 'workspace.create', workspace_id: made.id, actor_name: 'admin' }])
})

test('assigns a name and a bucket once, also for simultaneous calls', async () => {
  const ask = (body: object) => server.as('admin').send('POST', '/api/v1/workspaces', { ...poc, ...body })
  const tries = await Promise.all(Array.from({ length: 20 }, () => ask({})))
  expect(tries.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
  const name = await ask({ name: 'poc-ws', s3_bucket_name: 'other-bucket' })
  expect([name.statusCode, name.json()]).toEqual([
    409,
    { detail: 'This is a duplicate ID. Please enter a different ID.' },
  ])
  const bucket = await ask({ name: 'other' })
  expect([bucket.statusCode, bucket.json().detail]).toEqual([
    409,
    'Another workspace already uses this bucket. Choose another bucket name.',
  ])
  const check = (text: string) => server.as('admin').call(checkWorkspace, { query: { name: text } })
  expect([await check('poc'), await check('poc-ws'), await check('free')]).toEqual([
    { duplicate: true },
    { duplicate: true },
    { duplicate: false },
  ])
})

test('leaves no workspace if a bucket or an engine fails', async () => {
  server.deps.objects.makeBucket = async () => {
    throw new Error('the disk is full')
  }
  const answer = await server.as('admin').ask(createWorkspace, { body: poc })
  expect([answer.statusCode, answer.json()]).toEqual([
    409,
    { detail: 'The bucket poc-bucket could not be created: the disk is full' },
  ])
  expect(await server.as('admin').call(listWorkspaces)).toMatchObject({ total: 2 })
})

test('shows everybody their own workspaces, and an administrator all', async () => {
  const seen = async (role: 'admin' | 'member' | 'loner') =>
    (await server.as(role).call(listWorkspaces)).workspaces.map(({ name, role: own, member }) => [
      name,
      own,
      member,
    ])
  expect(await seen('admin')).toEqual([
    ['first-ws', 'MANAGER', false],
    ['second-ws', 'MANAGER', false],
  ])
  expect(await seen('member')).toEqual([['first-ws', 'MEMBER', true]])
  expect(await seen('loner')).toEqual([])
})

test('reads a workspace by id or name in both dialects', async () => {
  const { first } = server.people
  const read = (query: Record<string, string>) => server.as('member').call(readWorkspace, { query })
  for (const asked of [first.id, 'first', 'first-ws'])
    expect(await read({ workspace_id: asked })).toMatchObject({
      id: first.id,
      s3_bucket_name: 'first-bucket',
      ecr_base_path: '127.0.0.1:8080/first/',
      specs: [],
    })
  const older = await read({ workspace_name: 'first' })
  expect(older.s3_bucket_name).toEqual({ public: 'first-bucket', private: 'first-bucket' })
  expect(older.specs.map((spec) => spec.name)).toEqual([
    'high',
    'standard',
    'low',
    'high-gpu',
    'standard-gpu',
    'low-gpu',
  ])
  const none = await server.as('member').ask(readWorkspace)
  expect([none.statusCode, none.json().detail[0].loc]).toEqual([422, ['query', 'workspace_id']])
})

test('lets a workspace named like another’s id take over none of its calls', async () => {
  const { first } = server.people
  const refused = await server.as('admin').ask(createWorkspace, { body: { ...poc, name: first.id } })
  expect([refused.statusCode, refused.json().detail[0]]).toMatchObject([
    422,
    { loc: ['body', 'name'], msg: expect.stringContaining('looks like the id of a workspace') },
  ])
  await server.deps.database.execute(
    sql`insert into workspaces (name, s3_bucket_name) values (${`${first.id}-ws`}, 'thief')`,
  )
  const read = (asked: string) => server.as('admin').call(readWorkspace, { query: { workspace_id: asked } })
  expect((await read(first.id)).name).toBe('first-ws')
  expect((await read(`${first.id}-ws`)).s3_bucket_name).toBe('thief')
})

test('accepts one of many edits of one revision, and answers the others with the present one', async () => {
  const { first } = server.people
  const edit = (instance: string, more: object = {}, headers: Record<string, string> = {}) =>
    server.as('admin').ask(editExecutionSpecs, {
      params: { id: first.id },
      body: { execution_specs: [{ name: 'low', instance }], ...more },
      headers,
    } as never)
  const answers = await racing(200, (at) => edit(`${at + 1}cpu-1gib`, { revision: 1 }))
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
  const stale = answers.find((answer) => answer.statusCode === 409)?.json()
  expect(stale.detail).toContain('Someone else changed this')
  expect(stale.current.revision).toBe(2)
  expect((await edit('1cpu-1gib', {}, { 'if-match': '"1"' })).statusCode).toBe(409)
  expect((await edit('64cpu-1gib')).json().revision).toBe(3)
})

test('adds all members or none', async () => {
  const { ids, first } = server.people
  const add = (members: object[]) =>
    server.as('manager').ask(addMembers, { params: { id: first.id }, body: { members } } as never)
  const taken = await add([
    { account_id: ids.loner, role: 'DEVELOPER' },
    { account_id: ids.member, role: 'MEMBER' },
  ])
  expect([taken.statusCode, taken.json()]).toEqual([
    409,
    { detail: 'member is already a member of this workspace.' },
  ])
  const unknown = await add([{ account_id: 'nobody', role: 'MEMBER' }])
  expect([unknown.statusCode, unknown.json()]).toEqual([422, { detail: 'It is not a registered ID.' }])
  const added = await add([{ account_id: ids.loner, role: 'DEVELOPER' }])
  expect(added.json().members).toMatchObject([{ username: 'loner', role: 'DEVELOPER', company: '' }])
  const { members, total } = await server.as('loner').call(listMembers, { params: { id: first.id } })
  expect([total, members.map((member) => member.username)]).toEqual([
    4,
    ['developer', 'loner', 'manager', 'member'],
  ])
})

test('says what an instance type offers, and the source', async () => {
  const read = (instance_type: string) =>
    server.as('member').ask(readInstanceType, { query: { instance_type } })
  expect((await read('m5.xlarge')).json()).toMatchObject({
    vcpu: 4,
    memory_gib: 16,
    source: 'public cloud table',
  })
  expect((await read('2cpu-4gib')).json()).toMatchObject({ vcpu: 2, memory_gib: 4, source: 'local engine' })
  const unknown = await read('m5.nonsense')
  expect([unknown.statusCode, unknown.json()]).toEqual([404, { detail: 'Invalid instance type.' }])
})
