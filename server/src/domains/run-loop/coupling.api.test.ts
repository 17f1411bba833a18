import {
  createInstance,
  deleteInstance,
  editInstance,
  readInstance,
} from '@podium/contract/calls/instances.ts'
import { retryRun, startRun } from '@podium/contract/calls/runs.ts'
import { createStream, deleteStream, readStream } from '@podium/contract/calls/streams.ts'
import { beforeAll, expect, test } from 'vitest'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { freshName, inFirst } from '../solutions/testing/seed.ts'

let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture()
  return () => fixture.close()
})

/** Creates an instance of the fixture's version and a first stream on it. */
async function bound(coupled: boolean) {
  const client = fixture.as('member')
  const instance = await client.call(createInstance, {
    query: inFirst,
    body: { name: freshName(), solution_version_id: fixture.ids.version, coupled },
  })
  return { instance: instance.id, stream: (await onto(instance.id)).json().id as string }
}

const onto = (instance_id: string) =>
  fixture.as('member').ask(createStream, { query: inFirst, body: { instance_id, name: freshName('stream') } })
const remove = (route: typeof deleteStream | typeof deleteInstance, id: string) =>
  fixture.as('member').ask(route, { params: { id } })
const found = async (route: typeof readStream | typeof readInstance, id: string) =>
  (await fixture.as('member').ask(route, { params: { id } })).statusCode === 200

async function ended(stream: string): Promise<string> {
  const id = await fixture.startAs('member', stream)
  await fixture.loop.tick()
  fixture.deps.engine.end(fixture.key(id), { outcome: 'failed' })
  await fixture.loop.tick()
  return id
}

test('a coupled instance accepts no second stream, also after its stream was edited or has run', async () => {
  const { instance, stream } = await bound(true)
  const second = await onto(instance)
  expect([second.statusCode, second.json().detail]).toEqual([
    409,
    'This instance is already coupled to a stream. Create a decoupled instance to serve several streams.',
  ])
  const run = await ended(stream)
  await fixture.as('member').call(editInstance, { params: { id: instance }, body: { description: 'other' } })
  expect((await onto(instance)).statusCode).toBe(409)
  const again = await fixture.as('member').call(retryRun, { params: { id: run } })
  expect(again).toMatchObject({ retry_of: run, stream_id: stream, instance_id: instance })
})

test('a decoupled instance accepts any number of streams and outlives all of them', async () => {
  const { instance, stream } = await bound(false)
  const second = (await onto(instance)).json().id
  for (const id of [stream, second]) expect((await remove(deleteStream, id)).statusCode).toBe(200)
  expect(await found(readInstance, instance)).toBe(true)
  expect((await onto(instance)).statusCode).toBe(200)
})

test('a coupled instance is deleted with its stream, but not while a run of it is under way', async () => {
  const { instance, stream } = await bound(true)
  const run = await fixture.startAs('member', stream)
  expect((await remove(deleteStream, stream)).statusCode).toBe(409)
  expect([await found(readStream, stream), await found(readInstance, instance)]).toEqual([true, true])
  await fixture.loop.tick()
  fixture.deps.engine.end(fixture.key(run), { outcome: 'succeeded' })
  await fixture.loop.tick()
  expect((await remove(deleteStream, stream)).json()).toEqual({ id: stream })
  expect([await found(readStream, stream), await found(readInstance, instance)]).toEqual([false, false])
})

test('deleting one run of a coupled stream leaves stream and instance', async () => {
  const { instance, stream } = await bound(true)
  const run = await ended(stream)
  expect((await remove(deleteStream, run)).json()).toEqual({ id: run })
  expect([await found(readStream, stream), await found(readInstance, instance)]).toEqual([true, true])
})

test('deleting either kind of instance deletes its streams', async () => {
  for (const coupled of [true, false]) {
    const { instance, stream } = await bound(coupled)
    expect((await remove(deleteInstance, instance)).statusCode).toBe(200)
    expect(await found(readStream, stream)).toBe(false)
    const gone = await fixture.as('member').ask(startRun, { params: { id: stream }, body: {} })
    expect(gone.statusCode).toBe(404)
  }
})

test('a coupled draft accepts its stream only once it is complete', async () => {
  const { id, coupled } = await fixture.as('member').call(createInstance, {
    query: inFirst,
    body: { name: freshName(), solution_version_id: fixture.ids.version, coupled: true, draft: true },
  })
  expect([coupled, (await onto(id)).statusCode]).toEqual([true, 409])
  await fixture.as('member').call(editInstance, { params: { id }, body: { draft: false } })
  expect([(await onto(id)).statusCode, (await onto(id)).statusCode]).toEqual([200, 409])
})
