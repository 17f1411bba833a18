import { Readable } from 'node:stream'
import { listAudit } from '@podium/contract/calls/audit.ts'
import { listRuns } from '@podium/contract/calls/run-list.ts'
import { countRuns, deleteRuns, retryRuns, stopRuns, tagRuns } from '@podium/contract/calls/run-selection.ts'
import { describeRun } from '@podium/contract/calls/runs.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inFirst } from '../../solutions/testing/seed.ts'
import { addStream, createRunFixture, type RunFixture } from '../testing/run-fixture.ts'

const NOWHERE = '00000000-0000-4000-8000-000000000000'
const HIDDEN = 'There is nothing here that you may see.'

let fixture: RunFixture
let foreign: string
beforeAll(async () => {
  fixture = await createRunFixture()
  return () => fixture.close()
})
beforeEach(async () => {
  await fixture.startOver()
  const theirs = await addStream(fixture, fixture.people.second.id, metadataForTests())
  foreign = await fixture.startAs('outsider', theirs.stream)
})

async function states() {
  const { stream_histories } = await fixture.as('member').call(listRuns, { query: inFirst })
  return stream_histories.map(({ state }) => state)
}

async function auditOf(action: string) {
  const { events } = await fixture.as('admin').call(listAudit, { query: { action, page_size: 50 } })
  return events
}

/** Starts three runs of the member and one of the developer; the first of all has failed. */
async function startFour() {
  const ids: string[] = []
  for (const who of ['member', 'member', 'member', 'developer'] as const)
    ids.push(await fixture.startAs(who, fixture.ids.stream))
  await fixture.loop.tick()
  fixture.deps.engine.end(fixture.key(ids[0] ?? ''), { outcome: 'failed', exit_code: 1 })
  await fixture.loop.tick()
  return ids
}

test('stops several runs, each as if alone, and says why some cannot be stopped', async () => {
  const ids = await startFour()
  const [ended = '', second = '', third = ''] = ids
  const answer = await fixture.as('member').call(stopRuns, {
    query: inFirst,
    body: { ids: [second.toUpperCase(), second, third, ended, foreign, NOWHERE, 'no id'] },
  })
  expect(answer).toEqual({
    done: 2,
    failed: expect.arrayContaining([
      { id: ended, detail: 'This run has already ended.' },
      { id: foreign, detail: HIDDEN },
      { id: NOWHERE, detail: HIDDEN },
      { id: 'no id', detail: HIDDEN },
    ]),
    failed_count: 4,
  })
  expect((await auditOf('run.stop')).map(({ object_id }) => object_id).sort()).toEqual([second, third].sort())
})

test('counts, stops and retries all runs that match a filter', { tags: ['long'] }, async () => {
  await startFour()
  const member = fixture.as('member')
  const count = (filter: object) => member.call(countRuns, { query: inFirst, body: { filter } })
  expect(await count({})).toMatchObject({ total: 4, stop: 3, retry: 1, delete: 1 })
  expect(await count({ person: 'developer' })).toMatchObject({ total: 1, stop: 1, retry: 0, delete: 0 })
  const byManager = await fixture.as('manager').call(countRuns, { query: inFirst, body: { filter: {} } })
  expect(byManager).toMatchObject({ total: 4, stop: 3, retry: 1, delete: 1 })
  const body = { filter: { state: 'failed' } }
  expect(await member.call(retryRuns, { query: inFirst, body })).toEqual({
    done: 1,
    failed: [],
    failed_count: 0,
  })
  expect(await states()).toHaveLength(5)
  const stopped = await member.call(stopRuns, { query: inFirst, body: { filter: { pipeline: 'train' } } })
  expect(stopped).toMatchObject({ done: 4, failed_count: 1 })
})

test('an error with one run does not stop the others, and the answer counts it', async () => {
  const { objects } = fixture.deps
  await objects.put('first-bucket', 'datasets/a/one.csv', Readable.from(['1']))
  const ids: string[] = []
  for (let number = 0; number < 3; number += 1)
    ids.push(await fixture.start({ dataset_uri: ['s3://first-bucket/datasets/a/one.csv'] }))
  await fixture.as('member').call(stopRuns, { query: inFirst, body: { ids } })
  await fixture.loop.tick()
  await fixture.loop.tick()
  const stat = vi.spyOn(objects, 'stat').mockRejectedValueOnce(new Error('the store is away'))
  const answer = await fixture.as('member').call(retryRuns, { query: inFirst, body: { ids } })
  stat.mockRestore()
  expect(answer).toEqual({
    done: 2,
    failed: [
      {
        id: expect.toBeOneOf(ids),
        detail: 'Something went wrong with this run on the server. Check the run, then try again.',
      },
    ],
    failed_count: 1,
  })
  expect(await states()).toHaveLength(5)
})

test('a call by filter affects exactly the runs that were counted', async () => {
  await startFour()
  const member = fixture.as('member')
  const body = { filter: { state: 'queued,starting,running' } }
  const { before, stop } = await member.call(countRuns, { query: inFirst, body })
  const later = await fixture.startAs('developer', fixture.ids.stream)
  await fixture.deps.database.execute(sql`
    update runs set created_at = created_at + interval '1 millisecond' where id = ${later}::uuid`)
  const stopped = await member.call(stopRuns, { query: inFirst, body: { ...body, before } })
  expect([stop, stopped.done, (await fixture.info(later)).state]).toEqual([3, 3, 'queued'])
  const all = { filter: {} }
  expect(await member.call(countRuns, { query: inFirst, body: { ...all, before } })).toMatchObject({
    total: 4,
    before,
  })
  expect((await member.call(countRuns, { query: inFirst, body: all })).total).toBe(5)
})

test.each(['now', '2026-02-30T00:00:00.000Z', '0000-01-01T00:00:00.000Z', '2026-11-20'])(
  'refuses %s as the instant of a count',
  async (before) => {
    const body = { filter: {}, before }
    const answer = await fixture.as('member').ask(stopRuns, { query: inFirst, body })
    expect([answer.statusCode, answer.json().detail]).toEqual([
      422,
      "Send in 'before' the time that countRuns returned, such as 2026-11-20T09:30:00.000Z.",
    ])
  },
)

test('repeats of a call with the same key have no effect', async () => {
  await startFour()
  const again = () =>
    fixture.as('member').call(retryRuns, {
      query: inFirst,
      body: { filter: { state: 'failed' } },
      headers: { 'idempotency-key': 'retry-once' },
    })
  expect([await again(), await again()]).toEqual(Array(2).fill({ done: 1, failed: [], failed_count: 0 }))
  expect(await states()).toHaveLength(5)
})

test('deletes only the runs that the caller may delete', async () => {
  const ids = await startFour()
  await fixture.as('member').call(stopRuns, { query: inFirst, body: { ids } })
  await fixture.loop.tick()
  await fixture.loop.tick()
  const theirs = ids[3] ?? ''
  const answer = await fixture.as('member').call(deleteRuns, { query: inFirst, body: { ids } })
  expect(answer).toEqual({
    done: 3,
    failed: [{ id: theirs, detail: 'You do not have permission to do this.' }],
    failed_count: 1,
  })
  const rest = await fixture.as('manager').call(deleteRuns, { query: inFirst, body: { filter: {} } })
  expect([rest.done, await states()]).toEqual([1, []])
  expect(await auditOf('run.delete')).toHaveLength(4)
})

test('adds and removes tags; too many are refused for that run only', async () => {
  const [first = '', second = ''] = await startFour()
  const member = fixture.as('member')
  const many = Array.from({ length: 20 }, (_, n) => `t${n}`)
  await member.call(describeRun, { params: { id: second }, body: { tags: many } })
  const body = { ids: [first, second], add: ['night', 'best'], remove: ['none'] }
  expect(await member.call(tagRuns, { query: inFirst, body })).toEqual({
    done: 1,
    failed: [{ id: second, detail: 'A run has at most 20 tags.' }],
    failed_count: 1,
  })
  const { stream_histories } = await member.call(listRuns, { query: { ...inFirst, tag: 'night' } })
  expect(stream_histories.map(({ id, tags }) => [id, tags])).toEqual([[first, ['best', 'night']]])
  await member.call(tagRuns, { query: inFirst, body: { ids: [first], remove: ['best'] } })
  expect((await fixture.info(first)).tags).toEqual(['night'])
})

test('describes a run with tags and a note, which the audit log has, and with a star for oneself', async () => {
  const [id = ''] = await startFour()
  const params = { id }
  const member = fixture.as('member')
  const body = { tags: ['b', 'a', 'a'], note: 'With the new sensor.', star: true }
  expect(await member.call(describeRun, { params, body })).toMatchObject({
    tags: ['a', 'b'],
    note: 'With the new sensor.',
    star: true,
  })
  expect(await member.call(describeRun, { params, body: { note: '' } })).toMatchObject({
    tags: ['a', 'b'],
    note: '',
  })
  await member.call(describeRun, { params, body: { star: false } })
  const events = await auditOf('run.describe')
  expect(events.map(({ before, after }) => [before, after])).toEqual([
    [{ note: 'With the new sensor.' }, { note: '' }],
    [
      { tags: [], note: '' },
      { tags: ['a', 'b'], note: 'With the new sensor.' },
    ],
  ])
  const refused = await fixture.as('host').ask(describeRun, { params, body: { star: true } })
  expect([
    refused.statusCode,
    (await fixture.as('outsider').ask(describeRun, { params, body })).statusCode,
  ]).toEqual([403, 404])
  for (const tags of [['a,b'], [' a'], [''], ['\u0001'], ['x'.repeat(41)]])
    expect((await member.ask(describeRun, { params, body: { tags } })).statusCode).toBe(422)
})

test('refuses more than a thousand runs, and an empty choice', { tags: ['long'] }, async () => {
  const [id = ''] = await startFour()
  await fixture.deps.database.execute(sql`
    insert into runs (workspace_id, solution_id, solution_version_id, instance_id, stream_id, number, name, pipeline, state,
      tier_asked, asked_cpu, asked_memory_mib, parameters, dataset_uri, metadata_json)
    select workspace_id, solution_id, solution_version_id, instance_id, stream_id, 100 + n, 'many', 'train', 'stopped',
      'standard', 1, 1, '{}', '[]', '{}'
    from runs, generate_series(1, 10001) n where id = ${id}::uuid`)
  const ask = async (body: object) => {
    const answer = await fixture.as('member').ask(retryRuns, { query: inFirst, body })
    return [answer.statusCode, answer.json().detail]
  }
  expect(await ask({ filter: { state: 'stopped' } })).toEqual([
    422,
    'More than 10000 runs match. At most 1000 can be changed at once: choose fewer.',
  ])
  const name = 'Say which runs: send either their ids or a filter.'
  expect([await ask({}), await ask({ ids: [], filter: {} })]).toEqual([
    [422, name],
    [422, name],
  ])
  expect((await ask({ filter: { state: 'dead' } }))[1]).toContain("There is no state 'dead'.")
  const list = await fixture
    .as('member')
    .call(listRuns, { query: { ...inFirst, state: 'stopped', page_size: 1 } })
  expect([list.total, list.total_is_capped]).toEqual([10_000, true])
  const counted = await fixture.as('member').call(countRuns, { query: inFirst, body: { filter: {} } })
  expect(counted.total).toBe(10_000)
})
