import { Readable } from 'node:stream'
import { checkInstanceDeletion, createInstance, deleteInstance } from '@podium/contract/calls/instances.ts'
import { checkStreamDeletion, createStream, deleteStream } from '@podium/contract/calls/streams.ts'
import { streams } from '@podium/database/schema/solutions.ts'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Role } from '../../testing/test-people.ts'
import { freshName, inFirst } from '../solutions/testing/seed.ts'
import { type InsertedStream, insertRun, insertStream } from './testing/insert-stream.ts'

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp()
  return () => podium.close()
})

const ask = (
  route: typeof checkInstanceDeletion | typeof checkStreamDeletion,
  id: string,
  who: Role = 'member',
) => podium.as(who).ask(route, { params: { id } })

const NONE = { versions: 0, instances: 0, streams: 0, runs: 0, bytes: 0 }
/** bytes that insertRun writes into the bucket */
const LOG = 3

test('counts everything that is deleted with an instance, and names the first streams', async () => {
  const inserted = await insertStream(podium)
  for (let n = 0; n < 11; n += 1)
    await podium.as('member').call(createStream, {
      query: inFirst,
      body: { instance_id: inserted.instance.id, name: `also ${String.fromCharCode(97 + n)}` },
    })
  await insertRun(podium, inserted, 'succeeded')
  await insertRun(podium, inserted, 'failed')
  const answer = await ask(checkInstanceDeletion, inserted.instance.id)
  expect(answer.json()).toEqual({
    deletable: true,
    reasons: [],
    contains: { ...NONE, streams: 12, runs: 2, bytes: 2 * LOG },
    names: { instances: [], streams: Array.from('abcdefghij', (letter) => `also ${letter}`) },
  })
})

test('a stream is deleted with its runs and the instance that is coupled to it', async () => {
  const inserted = await insertStream(podium)
  await insertRun(podium, inserted, 'stopped')
  expect((await ask(checkStreamDeletion, inserted.stream.id)).json()).toEqual({
    deletable: true,
    reasons: [],
    contains: { ...NONE, runs: 1, bytes: LOG },
    names: { instances: [], streams: [] },
  })
  const coupled = await insertStream(podium, 'member', true)
  expect((await ask(checkStreamDeletion, coupled.stream.id)).json()).toMatchObject({
    contains: { ...NONE, instances: 1 },
    names: { instances: [coupled.instance.name], streams: [] },
  })
})

/** Inserts streams on the instance with one object each; returns the bytes that they take. */
async function addStreams({ instance }: InsertedStream, count: number): Promise<number> {
  const { deps, people } = podium
  const { id: workspace_id, s3_bucket_name } = people.first
  const values = Array.from({ length: count }, (_, n) => ({
    workspace_id,
    instance_id: instance.id,
    name: `one of ${count}: ${n}`,
    created_by: people.ids.member,
  }))
  const made = await deps.database.insert(streams).values(values).returning({ id: streams.id })
  for (const { id } of made)
    await deps.objects.put(s3_bucket_name, `streams/${id}/run/1/process.log`, Readable.from(['12345']))
  return count * 5
}

/** Counts the list calls to the store, and how many ran at the same time. */
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

test('sizes of most streams of a workspace are read in one listing, however many there are', async () => {
  const inserted = await insertStream(podium)
  let bytes = 0
  for (const count of [60, 120]) {
    bytes += await addStreams(inserted, count)
    const { lists } = await listingsOf(async () => {
      const answer = await ask(checkInstanceDeletion, inserted.instance.id)
      expect(answer.json().contains).toMatchObject({ bytes })
    })
    expect(lists).toBe(1)
  }
})

test('sizes of few streams are read one by one, several at a time but not all', async () => {
  await addStreams(await insertStream(podium), 100)
  const few = await insertStream(podium)
  const bytes = await addStreams(few, 40)
  const { lists, at_once } = await listingsOf(async () => {
    const answer = await ask(checkInstanceDeletion, few.instance.id)
    expect(answer.json().contains).toMatchObject({ streams: 41, bytes })
  })
  expect([lists, at_once]).toEqual([41, 16])
})

test('the reasons are the sentences that a deletion is refused with', async () => {
  const inserted = await insertStream(podium)
  await insertRun(podium, inserted, 'running')
  await insertRun(podium, inserted, 'queued')
  const pairs = [
    [await ask(checkInstanceDeletion, inserted.instance.id), deleteInstance, inserted.instance.id],
    [await ask(checkStreamDeletion, inserted.stream.id), deleteStream, inserted.stream.id],
  ] as const
  for (const [checked, route, id] of pairs) {
    const refused = await podium.as('member').ask(route, { params: { id } })
    expect(checked.json()).toMatchObject({ deletable: false, reasons: [refused.json().detail] })
  }
})

test('hides the consequences of a deletion from those who may not perform it', async () => {
  const { instance, stream } = await insertStream(podium, 'developer')
  for (const [route, id] of [
    [checkInstanceDeletion, instance.id],
    [checkStreamDeletion, stream.id],
  ] as const) {
    expect((await ask(route, id, 'developer')).statusCode).toBe(200)
    expect((await ask(route, id, 'member')).statusCode).toBe(403)
    expect((await ask(route, id, 'outsider')).statusCode).toBe(404)
  }
})

test("only a manager deletes a stream together with somebody else's coupled instance", async () => {
  const { solution_version_id } = (await insertStream(podium, 'developer')).instance
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
