import {
  createInstance,
  editInstance,
  listInstances,
  readInstance,
} from '@podium/contract/calls/instances.ts'
import { type Registered, registerSolution } from '@podium/contract/calls/solutions.ts'
import { deleteStream } from '@podium/contract/calls/streams.ts'
import type { RunState } from '@podium/contract/rules/run-state.ts'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { freshName, inFirst, metadataNamed } from '../solutions/testing/seed.ts'
import { insertRun, insertStream } from '../streams/testing/insert-stream.ts'

let podium: TestApp
let solution: Registered
let version: string
const name = 'pumps-of-all'
beforeAll(async () => {
  podium = await createTestApp()
  const body = { metadata_json: metadataNamed(name) }
  solution = await podium.as('member').call(registerSolution, { query: inFirst, body })
  version = solution.versions[0]?.id ?? ''
  return () => podium.close()
})

const create = (body: object) =>
  podium.as('member').ask(createInstance, { query: inFirst, body: { solution_version_id: version, ...body } })

test('an instance binds a version to a name, tiers and tags', async () => {
  const body = {
    name: freshName('Instance'),
    description: 'For the night shift',
    tags: [{ key: 'site', value: 'north' }],
    modes: { train: { on: true }, dev: false },
    execution_specs: { train: 'high', inference: 'low' },
  }
  const made = await create(body)
  expect(made.json()).toEqual({
    id: expect.any(String),
    workspace_id: podium.people.first.id,
    workspace_name: 'first-ws',
    solution_id: solution.id,
    solution_name: name,
    solution_version_id: version,
    version_num: 1,
    ...body,
    draft: false,
    coupled: false,
    operation_status: 'idle',
    in_use_edges: 0,
    stream_count: 0,
    run_count: 0,
    created_by: 'The member',
    created_at: expect.any(String),
    updated_at: expect.any(String),
    revision: 1,
    train_resource: null,
    metadata_json: null,
  })
  const { id, train_resource: _, metadata_json: __, ...listed } = made.json()
  expect(await podium.as('member').call(readInstance, { params: { id } })).toEqual(made.json())
  const byVersion = { ...inFirst, solution_version_id: version, q: 'inSTANCE' }
  const { instances } = await podium.as('member').call(listInstances, { query: byVersion })
  expect(instances).toContainEqual({ id, ...listed })
})

test('accepts the calls of older clients', async () => {
  const metadata_json = metadataNamed(name)
  const [train, inference] = metadata_json.pipeline
  const body = {
    name: `${name}-v1`,
    solution_version_id: version,
    train_resource: 'standard',
    metadata_json: { ...metadata_json, pipeline: [{ ...train, resource: { default: 'high' } }, inference] },
  }
  const made = await podium
    .as('member')
    .send('POST', '/api/v1/instances?workspace_name=first-ws', JSON.stringify(body))
  expect(made.json()).toMatchObject({
    name: `${name}-v1`,
    workspace_name: 'first-ws',
    id: expect.any(String),
  })
  const list = await podium.as('member').send('GET', '/api/v1/instances?workspace_name=first-ws')
  expect(list.json().instances).toContainEqual(expect.objectContaining({ id: made.json().id }))
  const stored = await podium.as('member').call(readInstance, { params: { id: made.json().id } })
  expect(stored).toMatchObject({ train_resource: 'standard', metadata_json: body.metadata_json })
})

test('metadata may differ only in values that a run may choose', async () => {
  const metadata = metadataNamed(name)
  const [train, inference] = metadata.pipeline
  const refused = await create({
    name: freshName(),
    metadata_json: { ...metadata, pipeline: [{ ...train, command: ['sh'] }, inference] },
  })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().detail).toMatch(
    /^metadata_json\.pipeline\[0\]\.command(\[0\])? differs from version 1 of pumps-of-all\. Only /,
  )
})

test('a name is unique in a workspace, ignoring case', async () => {
  const taken = freshName('Taken')
  const answers = await Promise.all(
    [taken, taken.toUpperCase(), taken.toLowerCase()].map((one) => create({ name: one })),
  )
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409])
  expect(answers.find((answer) => answer.statusCode === 409)?.json().detail).toMatch(
    /^An instance named taken-\d+ already exists in this workspace\. Choose another name\.$/i,
  )
})

const wrong: [what: string, body: object, field: string, msg: string][] = [
  ['no name', { name: '' }, 'name', 'This field is required.'],
  ['a blank name', { name: '  ' }, 'name', 'This field is required.'],
  [
    'a NUL in the name',
    { name: 'a\0b' },
    'name',
    'This text contains a NUL character or an incomplete character.',
  ],
  [
    'an unknown tier',
    { name: 'n', train_resource: 'huge' },
    'train_resource',
    'This must be one of high, standard',
  ],
  ['seven tags', { name: 'n', tags: Array(7).fill({ key: 'k', value: 'v' }) }, 'tags', 'Maximum 6 tags.'],
  ['an unknown field', { name: 'n', colour: 'red' }, 'colour', 'There is no field of this name.'],
]

test.each(wrong)('%s is refused on its field', async (_, body, field, msg) => {
  const answer = await create(body)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().detail).toContainEqual(
    expect.objectContaining({ loc: ['body', field], msg: expect.stringContaining(msg) }),
  )
})

test('answers 404 for a version of another workspace, or an unknown one', async () => {
  const ask = (id: string) =>
    podium.as('outsider').ask(createInstance, {
      query: { workspace_id: 'second-ws' },
      body: { name: 'n', solution_version_id: id },
    })
  const [foreign, none] = [await ask(version), await ask('none')]
  expect([foreign.statusCode, none.body]).toEqual([404, foreign.body])
})

test('the operation status follows the newest run', async () => {
  const inserted = await insertStream(podium)
  const status = async () =>
    (await podium.as('member').call(readInstance, { params: { id: inserted.instance.id } })).operation_status
  expect(await status()).toBe('idle')
  const expected: Record<RunState, string> = {
    failed: 'failed',
    queued: 'training',
    succeeded: 'idle',
    starting: 'training',
    stopped: 'idle',
    running: 'training',
  }
  for (const [state, shown] of Object.entries(expected)) {
    await insertRun(podium, inserted, state as RunState)
    expect([state, await status()]).toEqual([state, shown])
  }
})

test('a draft has the status draft even if runs exist', async () => {
  const inserted = await insertStream(podium)
  await insertRun(podium, inserted, 'failed')
  await podium.as('member').call(deleteStream, { params: { id: inserted.stream.id } })
  const params = { id: inserted.instance.id }
  const draft = await podium.as('member').call(editInstance, { params, body: { draft: true } })
  expect(draft).toMatchObject({ operation_status: 'draft', run_count: 0 })
})

test('a filter by an unknown id finds nothing', async () => {
  const query = { ...inFirst, solution_id: 'none' }
  expect(await podium.as('member').call(listInstances, { query })).toEqual({ instances: [], total: 0 })
})
