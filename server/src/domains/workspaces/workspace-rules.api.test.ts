import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const poc = { name: 'poc', s3_bucket_name: 'poc-bucket' }

test.each<[object, string, string]>([
  [{ name: '' }, 'name', 'This field is required.'],
  [{ name: 'x' }, 'name', 'Workspace name needs to be at least 2 characters.'],
  [{ name: 'Upper' }, 'name', 'Use lower-case letters'],
  [{ name: '-ws' }, 'name', 'Use lower-case letters'],
  [{ s3_bucket_name: '' }, 's3_bucket_name', 'This field is required.'],
  [{ s3_bucket_name: 'x' }, 's3_bucket_name', 'Bucket name needs to be at least 2 characters.'],
  [{ s3_bucket_name: 'a..b' }, 's3_bucket_name', 'Use lower-case letters'],
  [{ dashboard_hash: 'a/b' }, 'dashboard_hash', 'Use letters'],
  [{ edge_conductor_url: 'javascript:alert(1)' }, 'edge_conductor_url', 'Give an address'],
  [{ execution_specs: [{ name: 'low', instance: '0' }] }, 'execution_specs', 'Invalid instance type.'],
  [{ execution_specs: [{ name: 'low', instance: 'm5.huge' }] }, 'execution_specs', 'Invalid instance type.'],
])('%o is refused on its field', async (wrong, field, msg) => {
  const answer = await server.as('admin').send('POST', '/api/v1/workspaces', { ...poc, ...wrong })
  expect(answer.statusCode).toBe(422)
  const [problem] = answer.json().detail
  expect(problem.loc.slice(0, 2)).toEqual(['body', field])
  expect(problem.msg).toContain(msg)
})
