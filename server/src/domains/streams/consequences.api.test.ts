import { Readable } from 'node:stream'
import { checkInstanceDeletion, createInstance, deleteInstance } from '@podium/contract/instances.ts'
import { checkStreamDeletion, createStream, deleteStream } from '@podium/contract/streams.ts'
import { streams } from '@podium/database/schema/solutions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Role } from '../../testing/test-cast.ts'
import { freshName, inFirst } from '../solutions/testing/seed.ts'
import { type Staged, stageRun, stageStream } from './testing/stage.ts'

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp()
})
afterAll(() => podium.close())

const ask = (
  route: typeof checkInstanceDeletion | typeof checkStreamDeletion,
  id: string,
  who: Role = 'member',
) => podium.as(who).ask(route, { params: { id } })

const NONE = { versions: 0, instances: 0, streams: 0, runs: 0, bytes: 0 }
/** what stageRun puts into the bucket */
const LOG = 3

test('what goes with an instance is counted, and the first streams named', async () => {
  const staged = await stageStream(podium)
  for (let n = 0; n < 11; n += 1)
    await podium.as('member').call(createStream, {
      query: inFirst,
      body: { instance_id: staged.instance.id, name: `also ${String.fromCharCode(97 + n)}` },
    })
  await stageRun(podium, staged, 'succeeded')
  await stageRun(podium, staged, 'failed')
  const answer = await ask(checkInstanceDeletion, staged.instance.id)
  expect(answer.json()).toEqual({
    deletable: true,
    reasons: [],
    contains: { ...NONE, streams: 12, runs: 2, bytes: 2 * LOG },
    names: { instances: [], streams: Array.from('abcdefghij', (letter) => `also ${letter}`) },
  })
})

test('what goes with a stream are its runs, and the instance that is coupled to it', async () => {
  const staged = await stageStream(podium)
  await stageRun(podium, staged, 'stopped')
  expect((await ask(checkStreamDeletion, staged.stream.id)).json()).toEqual({
    deletable: true,
    reasons: [],
    contains: { ...NONE, runs: 1, bytes: LOG },
    names: { instances: [], streams: [] },
  })
  const coupled = await stageStream(podium, 'member', true)
  expect((await ask(checkStreamDeletion, coupled.stream.id)).json()).toMatchObject({
    contains: { ...NONE, instances: 1 },
    names: { instances: [coupled.instance.name], streams: [] },
  })
})

/** Streams of the instance with an object each, written at once; answers how many bytes they take. */
async function addStreams({ instance }: Staged, count: number): Promise<number> {
  const { deps, cast } = podium
  const { id: workspace_id, s3_bucket_name } = cast.first
  const values = Array.from({ length: count }, (_, n) => ({
    workspace_id,
    instance_id: instance.id,
    name: `one of ${count}: ${n}`,
    created_by: cast.ids.member,
  }))
  const made = await deps.database.insert(streams).values(values).returning({ id: streams.id })
  for (const { id } of made)
    await deps.objects.put(s3_bucket_name, `streams/${id}/run/1/process.log`, Readable.from(['12345']))
  return count * 5
}

/** How often the store was asked for a list, and for how many at once. */
async function listingsOf(work: () => Promise<unknown>): Promise<{ lists: number; at_once: number }> {
  const { objects } = podium.deps
  const { list } = objects
  const seen = { lists: 0, at_once: 0 }
  let underWay = 0
  objects.list = async function* (bucket, prefix) {
    underWay += 1
    seen.lists += 1
    seen.at_once = Math.max(seen.at_once, underWay)
    yield* list(bucket, prefix)
    underWay -= 1
  }
  await work().finally(() => {
    objects.list = list
  })
  return seen
}

test('most streams of a workspace are weighed in one listing, however many they are', async () => {
  const staged = await stageStream(podium)
  let bytes = 0
  for (const count of [60, 120]) {
    bytes += await addStreams(staged, count)
    const { lists } = await listingsOf(async () => {
      const answer = await ask(checkInstanceDeletion, staged.instance.id)
      expect(answer.json().contains).toMatchObject({ bytes })
    })
    expect(lists).toBe(1)
  }
})

test('of a smaller part each is weighed by itself, several at once and not all', async () => {
  await addStreams(await stageStream(podium), 100)
  const few = await stageStream(podium)
  const bytes = await addStreams(few, 40)
  const { lists, at_once } = await listingsOf(async () => {
    const answer = await ask(checkInstanceDeletion, few.instance.id)
    expect(answer.json().contains).toMatchObject({ streams: 41, bytes })
  })
  expect([lists, at_once]).toEqual([41, 16])
})

test('the reasons are the sentences that deleting refuses with', async () => {
  const staged = await stageStream(podium)
  await stageRun(podium, staged, 'running')
  await stageRun(podium, staged, 'queued')
  const pairs = [
    [await ask(checkInstanceDeletion, staged.instance.id), deleteInstance, staged.instance.id],
    [await ask(checkStreamDeletion, staged.stream.id), deleteStream, staged.stream.id],
  ] as const
  for (const [checked, route, id] of pairs) {
    const refused = await podium.as('member').ask(route, { params: { id } })
    expect(checked.json()).toMatchObject({ deletable: false, reasons: [refused.json().detail] })
  }
})

test('nobody learns more than they may delete', async () => {
  const { instance, stream } = await stageStream(podium, 'developer')
  for (const [route, id] of [
    [checkInstanceDeletion, instance.id],
    [checkStreamDeletion, stream.id],
  ] as const) {
    expect((await ask(route, id, 'developer')).statusCode).toBe(200)
    expect((await ask(route, id, 'member')).statusCode).toBe(403)
    expect((await ask(route, id, 'outsider')).statusCode).toBe(404)
  }
})

test("a stream takes somebody else's coupled instance along for a manager only", async () => {
  const { solution_version_id } = (await stageStream(podium, 'developer')).instance
  const { id: instance_id } = await podium.as('developer').call(createInstance, {
    query: inFirst,
    body: { name: freshName(), solution_version_id, coupled: true },
  })
  const body = { instance_id, name: 'guest' }
  const { id } = await podium.as('member').call(createStream, { query: inFirst, body })
  const remove = (who: Role) => podium.as(who).ask(deleteStream, { params: { id } })
  expect((await remove('member')).statusCode).toBe(403)
  expect((await remove('manager')).statusCode).toBe(200)
})
