import { checkWorkspace, readWorkspace } from '@podium/contract/calls/workspaces.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})

const poc = { name: 'poc', s3_bucket_name: 'poc-bucket' }

test.each<[object, string, string]>([
  [{ name: '' }, 'name', 'This field is required.'],
  [{ name: 'x' }, 'name', 'Workspace name needs to be at least 2 characters.'],
  [{ name: 'Upper' }, 'name', 'Use lower-case letters'],
  [{ name: '-ws' }, 'name', 'Use lower-case letters'],
  [{ name: 'poc-' }, 'name', 'it begins and ends with a letter or digit.'],
  [{ name: 'poc--ws' }, 'name', 'it begins and ends with a letter or digit.'],
  [{ name: 'poc-ws-ws' }, 'name', "The suffix '-ws' is added to the name."],
  [{ s3_bucket_name: '' }, 's3_bucket_name', 'This field is required.'],
  [{ s3_bucket_name: 'x' }, 's3_bucket_name', 'Bucket name needs to be at least 2 characters.'],
  [{ s3_bucket_name: 'a..b' }, 's3_bucket_name', 'Use lower-case letters'],
  [{ dashboard_hash: 'a/b' }, 'dashboard_hash', 'Use letters'],
  [{ edge_conductor_url: 'javascript:alert(1)' }, 'edge_conductor_url', 'Give an address'],
  [{ edge_conductor_url: 'http:evil' }, 'edge_conductor_url', 'Give an address'],
  [{ edge_conductor_url: 'http:/evil' }, 'edge_conductor_url', 'Give an address'],
  [{ edge_conductor_url: 'https:\\\\evil' }, 'edge_conductor_url', 'Give an address'],
  [{ edge_conductor_url: 'http://ev\til' }, 'edge_conductor_url', 'Give an address'],
  [{ edge_conductor_url: 'http://@evil' }, 'edge_conductor_url', 'Give an address'],
  [{ execution_specs: [{ name: 'low', instance: '0' }] }, 'execution_specs', 'Invalid instance type.'],
  [{ execution_specs: [{ name: 'low', instance: 'm5.huge' }] }, 'execution_specs', 'Invalid instance type.'],
])('%o is refused on its field', async (wrong, field, msg) => {
  const answer = await server.as('admin').send('POST', '/api/v1/workspaces', { ...poc, ...wrong })
  expect(answer.statusCode).toBe(422)
  const [problem] = answer.json().detail
  expect(problem.loc.slice(0, 2)).toEqual(['body', field])
  expect(problem.msg).toContain(msg)
})

test('refuses all wrong fields at once, each on its field', async () => {
  const wrong = {
    name: 'x',
    s3_bucket_name: 'y',
    dashboard_hash: 'a/b',
    execution_specs: [{ name: 'low', instance: '0' }],
    queue: 'Team',
  }
  const answer = await server.as('admin').send('POST', '/api/v1/workspaces', wrong)
  expect(answer.statusCode).toBe(422)
  const fields = answer.json().detail.map(({ loc }: { loc: string[] }) => loc[1])
  expect(fields).toEqual(['name', 's3_bucket_name', 'dashboard_hash', 'execution_specs', 'queue'])
})

test.each<[string, string]>([
  ['', 'This field is required.'],
  ['x', 'Workspace name needs to be at least 2 characters.'],
  ['Ä', 'Workspace name needs to be at least 2 characters.'],
  ['ÄÖ', 'Use lower-case letters'],
  ['-ws', 'Use lower-case letters'],
  ['poc-', 'it begins and ends with a letter or digit.'],
  ['5f0c8a52-2c1e-4c52-9d4e-6f3a1b2c3d4e', 'This looks like the id of a workspace'],
])('reports no name as available that cannot be saved: %s', async (name, msg) => {
  const answer = await server.as('admin').ask(checkWorkspace, { query: { name } })
  expect([answer.statusCode, answer.json().detail[0]]).toMatchObject([
    422,
    { loc: ['query', 'name'], msg: expect.stringContaining(msg) },
  ])
})

test('keeps names unique, also if another one equals it with the suffix twice', async () => {
  const made = await server.deps.database.execute<{ id: string }>(sql`
    insert into workspaces (name, s3_bucket_name) values ('dd-ws', 'dd'), ('dd-ws-ws', 'dd-ws') returning id`)
  const [once = '', twice = ''] = made.rows.map(({ id }) => id)
  const read = async (workspace_id: string, workspace_name: string) =>
    (await server.as('admin').ask(readWorkspace, { query: { workspace_id, workspace_name } })).statusCode
  expect([await read(once, 'dd'), await read(once, 'dd-ws'), await read(once, 'dd-ws-ws')]).toEqual([
    200, 200, 404,
  ])
  expect([await read(twice, 'dd'), await read(twice, 'dd-ws'), await read(twice, 'dd-ws-ws')]).toEqual([
    404, 404, 200,
  ])
})
