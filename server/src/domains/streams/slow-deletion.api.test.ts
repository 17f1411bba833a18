import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { deleteStream } from '@podium/contract/calls/streams.ts'
import { pendingRemovals } from '@podium/database/schema/solutions.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { workOff } from '../workspaces/removals.ts'
import { insertRun, insertStream } from './testing/insert-stream.ts'

let podium: TestApp
let goOn: () => void
beforeEach(async () => {
  podium = await createTestApp()
  return async () => {
    goOn()
    await podium.close()
  }
})

/** Makes removals from the store wait until `goOn` is called. */
function slowDown(isSlow: (bucket: string, path: string) => boolean): void {
  const { objects } = podium.deps
  const { remove, removeAll } = objects
  const allowed = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const slowly =
    <T>(work: (bucket: string, path: string) => Promise<T>) =>
    async (bucket: string, path: string) => {
      if (isSlow(bucket, path)) await allowed
      return work(bucket, path)
    }
  Object.assign(objects, {
    remove: slowly(remove),
    removeAll: slowly(removeAll),
  } satisfies Partial<ObjectStore>)
}

const pending = async () =>
  (await podium.deps.database.select().from(pendingRemovals)).map(({ prefix }) => prefix).sort()

async function objectsBelow(prefix: string): Promise<number> {
  let count = 0
  for await (const _ of podium.deps.objects.list(podium.people.first.s3_bucket_name, prefix)) count += 1
  return count
}

test("deleting a stream waits neither for its files nor for archives of other people's versions", async () => {
  const { database, objects } = podium.deps
  const { first, second } = podium.people
  const empty = await insertStream(podium)
  const other = await insertStream(podium)
  const archive = `ai-solutions/${other.solution.name}/v1/train/artifacts/train_artifacts.tar.gz`
  await objects.put(first.s3_bucket_name, archive, Readable.from(['old']))
  await database.execute(sql`
    insert into version_archives (solution_version_id, pipeline, run_id, ended_at)
    values (${other.solution.versions[0]?.id}, 'train', ${randomUUID()}, now())`)
  await database.insert(pendingRemovals).values({ bucket: second.s3_bucket_name, prefix: 'streams/large/' })
  slowDown((bucket, path) => bucket === second.s3_bucket_name || path === archive)
  const answer = await podium.as('member').ask(deleteStream, { params: { id: empty.stream.id } })
  expect([answer.statusCode, await pending()]).toEqual([200, ['streams/large/']])
})

test('the answer does not wait for files that take long to remove; the server removes them afterwards', {
  tags: ['long'],
}, async () => {
  const inserted = await insertStream(podium)
  await insertRun(podium, inserted, 'succeeded')
  const prefix = `streams/${inserted.stream.id}/`
  slowDown((_, path) => path === prefix)
  const answer = await podium.as('member').ask(deleteStream, { params: { id: inserted.stream.id } })
  expect([answer.statusCode, await pending(), await objectsBelow(prefix)]).toEqual([200, [prefix], 1])
  goOn()
  await podium.app.close()
  expect([await pending(), await objectsBelow(prefix)]).toEqual([[], 0])
})

test('the answer does not fail on files that cannot be removed; a later sweep removes them', async () => {
  const inserted = await insertStream(podium)
  await insertRun(podium, inserted, 'succeeded')
  const prefix = `streams/${inserted.stream.id}/`
  const { objects, database } = podium.deps
  const { removeAll } = objects
  goOn = () => undefined
  objects.removeAll = () => Promise.reject(new Error('the disk is away'))
  const answer = await podium.as('member').ask(deleteStream, { params: { id: inserted.stream.id } })
  expect([answer.statusCode, await pending()]).toEqual([200, [prefix]])
  objects.removeAll = removeAll
  await database.update(pendingRemovals).set({ not_before: sql`now() - interval '1 second'` })
  await workOff(podium.deps)
  expect([await pending(), await objectsBelow(prefix)]).toEqual([[], 0])
})
