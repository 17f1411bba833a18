import { deleteInstance, readInstance } from '@podium/contract/calls/instances.ts'
import {
  deleteSolution,
  deleteVersion,
  readSolution,
  registerVersion,
} from '@podium/contract/calls/solutions.ts'
import { deleteStream, readStream } from '@podium/contract/calls/streams.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import { auditEvents } from '@podium/database/schema/audit.ts'
import { pendingRemovals } from '@podium/database/schema/solutions.ts'
import { eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Role } from '../../testing/test-people.ts'
import { metadataNamed } from '../solutions/testing/seed.ts'
import { type InsertedStream, insertRun, insertStream } from './testing/insert-stream.ts'

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp()
  return () => podium.close()
})

const remove = (route: Route, id: string, who: Role = 'member') =>
  podium.as(who).ask(route, { params: { id } })

const statusOf = async (route: Route, id: string) =>
  (await podium.as('member').ask(route, { params: { id } })).statusCode

async function objectsBelow(prefix: string): Promise<number> {
  let count = 0
  for await (const _ of podium.deps.objects.list(podium.people.first.s3_bucket_name, prefix)) count += 1
  return count
}

const kinds: [what: string, route: Route, idOf: (inserted: InsertedStream) => string][] = [
  ['a solution', deleteSolution, ({ solution }) => solution.id],
  ['an instance', deleteInstance, ({ instance }) => instance.id],
  ['a stream', deleteStream, ({ stream }) => stream.id],
]

test.each(kinds)('deletes %s with everything below it in database and bucket', async (_, route, idOf) => {
  const inserted = await insertStream(podium)
  await insertRun(podium, inserted, 'succeeded')
  const id = idOf(inserted)
  const answer = await remove(route, id)
  expect([answer.statusCode, answer.json()]).toEqual([200, { id }])
  expect(await statusOf(readStream, inserted.stream.id)).toBe(404)
  expect(await objectsBelow(`streams/${inserted.stream.id}/`)).toBe(0)
  expect(await podium.deps.database.select().from(pendingRemovals)).toEqual([])
  const told = await podium.deps.database.select().from(auditEvents).where(eq(auditEvents.object_id, id))
  expect(told.map((event) => event.action)).toContain(`${told[0]?.object_kind}.delete`)
  expect((await remove(route, id)).statusCode).toBe(404)
})

test.each(kinds)('keeps %s while runs below it are under way, and counts them', async (_, route, idOf) => {
  const inserted = await insertStream(podium)
  await insertRun(podium, inserted, 'queued')
  const one = await remove(route, idOf(inserted))
  expect([one.statusCode, one.json().detail]).toEqual([409, '1 run has not ended yet. Stop it first.'])
  await insertRun(podium, inserted, 'running')
  const two = await remove(route, idOf(inserted))
  expect(two.json().detail).toBe('2 runs have not ended yet. Stop them first.')
  expect(await statusOf(readStream, inserted.stream.id)).toBe(200)
  expect(await objectsBelow(`streams/${inserted.stream.id}/`)).toBe(2)
})

test('a version is deleted with everything below it, the last one only with its solution', async () => {
  const inserted = await insertStream(podium)
  const { solution, instance } = inserted
  const body = { metadata_json: metadataNamed(solution.name) }
  const first = solution.versions[0]?.id ?? ''
  const only = await remove(deleteVersion, first)
  expect([only.statusCode, only.json().detail]).toEqual([
    409,
    'This is the only version of the solution. Delete the solution instead.',
  ])
  const next = await podium.as('member').call(registerVersion, { params: { id: solution.id }, body })
  expect((await remove(deleteVersion, first)).json()).toEqual({ id: first })
  expect(await statusOf(readInstance, instance.id)).toBe(404)
  const left = await podium.as('member').call(readSolution, { params: { id: solution.id } })
  expect(left.versions.map((version) => version.version)).toEqual([2])
  const third = await podium.as('member').call(registerVersion, { params: { id: solution.id }, body })
  expect(third.versions[0]?.version).toBe(3)
  const ids = [next.versions[0]?.id ?? '', third.versions[0]?.id ?? '']
  const answers = await Promise.all(ids.map((id) => remove(deleteVersion, id)))
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
})

test('the id of a run deletes only that run, once it has ended', async () => {
  const inserted = await insertStream(podium)
  const remaining = await insertRun(podium, inserted, 'succeeded')
  const gone = await insertRun(podium, inserted, 'failed')
  const live = await insertRun(podium, inserted, 'starting')
  expect((await remove(deleteStream, live)).statusCode).toBe(409)
  expect((await remove(deleteStream, gone)).json()).toEqual({ id: gone })
  const stream = await podium.as('member').call(readStream, { params: { id: inserted.stream.id } })
  expect(stream.run_count).toBe(2)
  expect(await objectsBelow(`streams/${inserted.stream.id}/${gone}/`)).toBe(0)
  expect(await objectsBelow(`streams/${inserted.stream.id}/${remaining}/`)).toBe(1)
})

test('a coupled instance is deleted with its stream', async () => {
  const { instance, stream } = await insertStream(podium, 'member', true)
  expect((await remove(deleteStream, stream.id)).json()).toEqual({ id: stream.id })
  expect(await statusOf(readInstance, instance.id)).toBe(404)
  const told = await podium.deps.database
    .select()
    .from(auditEvents)
    .where(inArray(auditEvents.object_id, [stream.id, instance.id]))
    .orderBy(auditEvents.id)
  const deletions = told.filter((event) => event.action.endsWith('.delete'))
  expect(deletions.map(({ action, object_name, before }) => ({ action, object_name, before }))).toEqual([
    { action: 'instance.delete', object_name: instance.name, before: { name: instance.name, streams: 1 } },
    { action: 'stream.delete', object_name: stream.name, before: { name: stream.name, streams: 1 } },
  ])
})

test.each(kinds)('%s is deleted by its maker or a manager, not by another member', async (_, route, idOf) => {
  const inserted = await insertStream(podium, 'developer')
  expect((await remove(route, idOf(inserted), 'member')).statusCode).toBe(403)
  expect((await remove(route, idOf(inserted), 'outsider')).statusCode).toBe(404)
  // the inserted runs belong to the member, so the maker alone may no longer delete them
  await insertRun(podium, inserted, 'succeeded')
  expect((await remove(route, idOf(inserted), 'developer')).statusCode).toBe(403)
  expect((await remove(route, idOf(inserted), 'manager')).statusCode).toBe(200)
})

test('older clients delete by name of the workspace and with ids beside the path', async () => {
  const { solution, stream } = await insertStream(podium)
  const client = podium.as('member')
  const first = await client.send(
    'DELETE',
    `/api/v1/streams/${stream.id}?stream_id=${stream.id}&workspace_name=first`,
  )
  expect(first.statusCode).toBe(200)
  const address = `/api/v1/solutions/${solution.id}?solution_id=${solution.id}&workspace_id=first-ws`
  expect((await client.send('DELETE', address.replace('first-ws', 'second-ws'))).statusCode).toBe(404)
  expect((await client.send('DELETE', address)).json()).toEqual({ id: solution.id })
})

test('a name is free again after its solution was deleted, and its files are gone', async () => {
  const inserted = await insertStream(podium)
  const { name, id } = inserted.solution
  expect((await remove(deleteSolution, id)).statusCode).toBe(200)
  const again = await podium
    .as('member')
    .send('POST', '/api/v1/solutions?workspace_id=first-ws', { metadata_json: metadataNamed(name) })
  expect(again.json()).toMatchObject({ name, versions: [{ version: 1 }] })
  expect(again.json().id).not.toBe(id)
})
