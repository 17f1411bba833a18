import { listRecentRuns, listRecentVersions, readOverviewSummary } from '@podium/contract/calls/overview.ts'
import { registerVersion } from '@podium/contract/calls/solutions.ts'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { inFirst, metadataNamed } from '../solutions/testing/seed.ts'
import { insertRun, insertStream } from '../streams/testing/insert-stream.ts'

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp()
  return () => podium.close()
})

test('counts nothing in an empty workspace', async () => {
  const query = { workspace_id: 'second-ws' }
  expect(await podium.as('outsider').call(readOverviewSummary, { query })).toEqual({
    solutions: 0,
    versions: 0,
    instances: 0,
    streams: 0,
    models: 0,
    runs: { queued: 0, running: 0, succeeded: 0, failed: 0, stopped: 0 },
  })
  expect(await podium.as('outsider').call(listRecentRuns, { query })).toEqual({ stream_histories: [] })
})

test('counts everything and shows the newest ten', async () => {
  const inserted = await insertStream(podium)
  const { id, name } = inserted.solution
  for (let n = 0; n < 10; n += 1)
    await podium
      .as('developer')
      .call(registerVersion, { params: { id }, body: { metadata_json: metadataNamed(name) } })
  for (const state of ['queued', 'starting', 'running', 'failed', 'stopped'] as const)
    await insertRun(podium, inserted, state)
  for (let n = 1; n <= 6; n += 1) await insertRun(podium, inserted, 'succeeded', { model_number: n })
  expect(await podium.as('admin').call(readOverviewSummary, { query: inFirst })).toEqual({
    solutions: 1,
    versions: 11,
    instances: 1,
    streams: 1,
    models: 6,
    runs: { queued: 2, running: 1, succeeded: 6, failed: 1, stopped: 1 },
  })
  const { solution_name_versions: versions } = await podium
    .as('member')
    .call(listRecentVersions, { query: inFirst })
  expect(versions.map((one) => one.version_num)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  expect(versions[0]).toEqual({
    solution_id: id,
    solution_name: name,
    version_num: 11,
    created_at: expect.any(String),
    created_by: 'The developer',
  })
  const { stream_histories: runs } = await podium.as('member').call(listRecentRuns, { query: inFirst })
  expect(runs).toHaveLength(10)
  expect(runs[0]).toMatchObject({ state: 'succeeded', status: 'succeeded', model_version: '1.6' })
  expect((await podium.as('outsider').ask(readOverviewSummary, { query: inFirst })).statusCode).toBe(404)
})
