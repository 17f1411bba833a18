import { listRuns } from '@podium/contract/calls/run-list.ts'
import {
  listInstanceRuns,
  listSolutionRuns,
  readMonitoring,
  readRun,
  retryRun,
  startRun,
  stopRun,
} from '@podium/contract/calls/runs.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { readMonitoring as monitoringOf } from '../run-records/reads.ts'
import { addStream, createRunFixture, type RunFixture } from './testing/run-fixture.ts'

let fixture: RunFixture
let workspace_id: string
let other: Awaited<ReturnType<typeof addStream>>
let foreign: string
const made: string[] = []

beforeAll(async () => {
  fixture = await createRunFixture()
  workspace_id = fixture.people.first.id
  other = await addStream(fixture, workspace_id, metadataForTests(), 'Whales', 'Pod_50%')
  for (const stream of [fixture.ids.stream, other.stream, fixture.ids.stream])
    made.push(await fixture.startAs('member', stream))
  await fixture.loop.tick()
  fixture.deps.engine.end(fixture.key(made[0] ?? ''), { outcome: 'failed', exit_code: 1 })
  await fixture.loop.tick()
  const theirs = await addStream(fixture, fixture.people.second.id, metadataForTests())
  foreign = await fixture.startAs('outsider', theirs.stream)
  return () => fixture.close()
})

const list = async (query: Record<string, unknown> = {}) => {
  const answer = await fixture.as('member').call(listRuns, { query: { workspace_id, ...query } })
  return { names: answer.stream_histories.map(({ name }) => name), total: answer.total }
}

describe('the list of runs', () => {
  test.each<[Record<string, unknown>, string[], number]>([
    [{}, ['penguins-2', 'Pod_50%-1', 'penguins-1'], 3],
    [{ sort: 'created_at' }, ['penguins-1', 'Pod_50%-1', 'penguins-2'], 3],
    [{ sort: 'name' }, ['penguins-1', 'penguins-2', 'Pod_50%-1'], 3],
    [{ sort: '-name', page_size: 1, page: 2 }, ['penguins-2'], 3],
    [{ state: 'failed' }, ['penguins-1'], 1],
    [{ pipeline: 'inference' }, [], 0],
    [{ q: 'POD' }, ['Pod_50%-1'], 1],
    [{ q: 'WHALES' }, ['Pod_50%-1'], 1],
    [{ q: '50%' }, ['Pod_50%-1'], 1],
    [{ q: '5_%' }, [], 0],
    [{ stream_id: 'no id' }, [], 0],
    [{ q: '' }, ['penguins-2', 'Pod_50%-1', 'penguins-1'], 3],
  ])('%o', async (query, names, total) => {
    expect(await list(query)).toEqual({ names, total })
  })

  test('is filtered by stream, instance or solution', async () => {
    expect((await list({ stream_id: fixture.ids.stream })).total).toBe(2)
    expect((await list({ instance_id: other.instance })).total).toBe(1)
    expect((await list({ solution_id: fixture.ids.solution, state: 'failed' })).total).toBe(1)
    const member = fixture.as('member')
    const ofInstance = await member.call(listInstanceRuns, { params: { id: fixture.ids.instance } })
    expect(ofInstance.total).toBe(2)
    const ofSolution = await member.call(listSolutionRuns, { params: { id: fixture.ids.solution } })
    expect(ofSolution.solution_version_streams).toEqual([
      {
        solution_version: { id: fixture.ids.version, version_num: 3 },
        solution_version_stream_histories: ofSolution.stream_histories,
      },
    ])
  })

  test('has every field that clients read, times with milliseconds', async () => {
    const { stream_histories } = await fixture
      .as('member')
      .call(listRuns, { query: { workspace_id, state: 'failed' } })
    expect(stream_histories[0]).toEqual({
      id: made[0],
      name: 'penguins-1',
      status: 'failed',
      state: 'failed',
      detail: 'Exit code 1; the log is empty.',
      pipeline: 'train',
      stream_id: fixture.ids.stream,
      stream_name: 'penguins',
      instance_id: fixture.ids.instance,
      instance_name: 'penguins-v3',
      solution_id: fixture.ids.solution,
      solution_name: 'penguins',
      version_num: 3,
      model_version: '',
      execution_spec: 'standard',
      tags: [],
      note: '',
      star: false,
      figures: {},
      parameters: {},
      created_by: 'The member',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      started_at: null,
      ended_at: expect.stringMatching(/Z$/),
    })
  })

  test('contains no run of another workspace, and is refused for one', async () => {
    expect((await list()).names).toHaveLength(3)
    const theirs = await fixture
      .as('member')
      .ask(listRuns, { query: { workspace_id: fixture.people.second.id } })
    expect(theirs.statusCode).toBe(404)
  })
})

describe('a run of another workspace', () => {
  test.each([readRun, stopRun, retryRun, readMonitoring])(
    '$id answers as if it did not exist',
    async (route) => {
      const [theirs, none] = await Promise.all(
        [foreign, '00000000-0000-4000-8000-000000000000'].map((id) =>
          fixture.as('member').ask(route, { params: { id } }),
        ),
      )
      expect([theirs?.statusCode, theirs?.body]).toEqual([404, none?.body])
    },
  )

  test('cannot be used as a model, nor can our runs start on its stream', async () => {
    const body = { pipeline: 'inference', model_from: foreign }
    const answer = await fixture.as('member').ask(startRun, { params: { id: fixture.ids.stream }, body })
    expect(answer.json()).toEqual({ detail: 'model_from is not a model of penguins.' })
    const start = await fixture.as('outsider').ask(startRun, { params: { id: fixture.ids.stream }, body: {} })
    expect(start.statusCode).toBe(404)
  })
})

describe('monitoring', () => {
  const grafana = { monitoring: 'grafana' as const, grafana_url: 'https://grafana.example.org/base' }

  test('that is not configured says so', async () => {
    expect(await fixture.as('member').call(readMonitoring, { params: { id: made[0] ?? '' } })).toEqual({
      url: null,
      detail: 'This function is not working',
    })
  })

  test("leads to the workspace's dashboard", async () => {
    const { database } = fixture.deps
    const run = { id: made[0] ?? '', workspace_id }
    expect(await monitoringOf(database, grafana, run)).toEqual({
      url: null,
      detail: 'This workspace has no Dashboard Hash. An administrator can enter it under Edit Workspace.',
    })
    await database
      .update(workspaces)
      .set({ dashboard_hash: 'abc_123' })
      .where(eq(workspaces.id, workspace_id))
    expect(await monitoringOf(database, grafana, run)).toEqual({
      url: 'https://grafana.example.org/base/d/abc_123',
      detail: '',
    })
    for (const end of ['', '/', '/d', '/d/'])
      expect(
        (await monitoringOf(database, { ...grafana, grafana_url: `https://grafana.example.org${end}` }, run))
          .url,
      ).toBe('https://grafana.example.org/d/abc_123')
  })

  test('that Podium draws itself is on the page of the run', async () => {
    const builtin = { monitoring: 'builtin' as const, grafana_url: null }
    expect(await monitoringOf(fixture.deps.database, builtin, { id: 'an-id', workspace_id })).toEqual({
      url: '/inferenceModel/run/an-id',
      detail: '',
    })
  })
})
