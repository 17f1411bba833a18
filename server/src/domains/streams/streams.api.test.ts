import { createInstance } from '@podium/contract/calls/instances.ts'
import { listSolutionStreams } from '@podium/contract/calls/runs.ts'
import {
  createStream,
  listStreams,
  listStreamsByInstance,
  readStream,
} from '@podium/contract/calls/streams.ts'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { freshName, inFirst } from '../solutions/testing/seed.ts'
import { type InsertedStream, insertRun, insertStream } from './testing/insert-stream.ts'

let podium: TestApp
let inserted: InsertedStream
beforeAll(async () => {
  podium = await createTestApp()
  inserted = await insertStream(podium)
  return () => podium.close()
})

const create = (body: object) =>
  podium.as('member').ask(createStream, {
    query: inFirst,
    body: { name: freshName('stream'), instance_id: inserted.instance.id, ...body },
  })

test('a stream has the fields that older clients and the console read', async () => {
  const { instance, solution } = inserted
  const body = JSON.stringify({ instance_id: instance.id, name: 'night' })
  const made = await podium.as('member').send('POST', '/api/v1/streams?workspace_name=first-ws', body)
  expect(made.json()).toEqual({
    id: expect.any(String),
    name: 'night',
    instance_id: instance.id,
    instance_name: instance.name,
    solution_id: solution.id,
    solution_name: solution.name,
    version_num: 1,
    workspace_id: podium.people.first.id,
    workspace_name: 'first-ws',
    parameters: {},
    run_count: 0,
    newest_model: '',
    last_states: [],
    last_run_at: null,
    created_by: 'The member',
    created_at: expect.any(String),
    updated_at: expect.any(String),
    revision: 1,
  })
  const list = await podium.as('member').send('GET', '/api/v1/streams?workspace_name=first-ws')
  expect(list.json().streams).toContainEqual(made.json())
})

test('a stream shows its newest model and its last ten runs', async () => {
  const own = await insertStream(podium)
  for (let n = 0; n < 9; n += 1) await insertRun(podium, own, 'failed')
  await insertRun(podium, own, 'succeeded', { model_number: 1 })
  await insertRun(podium, own, 'succeeded', { model_number: 2 })
  await insertRun(podium, own, 'running')
  const stream = await podium.as('member').call(readStream, { params: { id: own.stream.id } })
  expect(stream).toMatchObject({ run_count: 12, newest_model: '1.2' })
  expect(stream.last_states).toEqual([...Array(7).fill('failed'), 'succeeded', 'succeeded', 'running'])
  expect(stream.last_run_at).toMatch(/^2026-01-01T00:\d\d:\d\d\.000Z$/)
})

test('parameters are checked against the form and stored with its types', async () => {
  const good = await create({ parameters: { train: { train: { epochs: 20 } } } })
  expect(good.json().parameters).toEqual({ train: { train: { epochs: 20 } } })
  const high = await create({ parameters: { train: { train: { epochs: 500 } } } })
  expect(high.statusCode).toBe(422)
  expect(high.json().detail).toEqual([
    {
      loc: ['body', 'parameters', 'train', 'train', 'epochs'],
      msg: 'epochs: 500 is above the highest allowed value 200.',
      type: 'value_error',
    },
  ])
})

test('a name is unique on an instance', async () => {
  const name = freshName('Taken')
  const answers = await Promise.all([create({ name }), create({ name: name.toLowerCase() })])
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
  const refused = answers.find((answer) => answer.statusCode === 409)
  expect(refused?.json().detail).toMatch(
    /^A stream named taken-\d+ already exists on this instance\. Choose another name\.$/i,
  )
})

test('a draft accepts no stream, and a coupled instance one', async () => {
  const solution_version_id = inserted.instance.solution_version_id
  const bind = (body: object) =>
    podium
      .as('member')
      .call(createInstance, { query: inFirst, body: { name: freshName(), solution_version_id, ...body } })
  const draft = await create({ instance_id: (await bind({ draft: true })).id })
  expect([draft.statusCode, draft.json().detail]).toEqual([
    409,
    'This instance is a draft. Complete it before using it.',
  ])
  const { id } = await bind({ coupled: true })
  const answers = await Promise.all(Array.from({ length: 5 }, () => create({ instance_id: id })))
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409, 409, 409])
})

test('answers 404 for an instance of another workspace, or an unknown one', async () => {
  const ask = (instance_id: string) =>
    podium
      .as('outsider')
      .ask(createStream, { query: { workspace_id: 'second-ws' }, body: { name: 'n', instance_id } })
  const [foreign, none] = [await ask(inserted.instance.id), await ask('none')]
  expect([foreign.statusCode, none.body]).toEqual([404, foreign.body])
})

test('streams are listed on their own, by instance and by version', async () => {
  const own = await insertStream(podium)
  const query = { ...inFirst, solution_id: own.solution.id }
  const client = podium.as('member')
  const stream = await client.call(readStream, { params: { id: own.stream.id } })
  expect(await client.call(listStreams, { query })).toEqual({ streams: [stream], total: 1 })
  expect(await client.call(listStreamsByInstance, { query })).toEqual({
    instances: [
      {
        instance_id: own.instance.id,
        instance_name: own.instance.name,
        solution_id: own.solution.id,
        solution_name: own.solution.name,
        version_num: 1,
        coupled: false,
        draft: false,
        operation_status: 'idle',
        created_by: own.instance.created_by,
        streams: [stream],
      },
    ],
    total: 1,
  })
  const run = await insertRun(podium, own, 'stopped')
  const ofSolution = await client.call(listSolutionStreams, { params: { id: own.solution.id } })
  expect([ofSolution.total, ...ofSolution.streams.map(({ id }) => id)]).toEqual([1, own.stream.id])
  expect(ofSolution.solution_version_streams).toEqual([
    {
      solution_version: { id: own.instance.solution_version_id, version_num: 1 },
      solution_version_stream_histories: [expect.objectContaining({ id: run, version_num: 1 })],
    },
  ])
  expect((await client.call(listStreams, { query: { ...inFirst, instance_id: 'none' } })).total).toBe(0)
})

test('the filter by state lists instances that have a run in it, with all of their streams', async () => {
  const own = await insertStream(podium)
  await insertRun(podium, own, 'stopped')
  await insertRun(podium, own, 'succeeded')
  const client = podium.as('member')
  const inState = async (state: 'stopped' | 'succeeded' | 'failed') => {
    const query = { ...inFirst, solution_id: own.solution.id, state }
    const { instances, total } = await client.call(listStreamsByInstance, { query })
    return [total, ...instances.map(({ streams }) => streams.map(({ id }) => id))]
  }
  expect(await inState('stopped')).toEqual([1, [own.stream.id]])
  expect(await inState('succeeded')).toEqual([1, [own.stream.id]])
  expect(await inState('failed')).toEqual([0])
})
