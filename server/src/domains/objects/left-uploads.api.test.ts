import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { putObject } from '@podium/contract/calls/objects.ts'
import { archiveUpload } from '@podium/contract/rules/archive-uploads.ts'
import { auditEvents } from '@podium/database/schema/audit.ts'
import { uploads } from '@podium/database/schema/usage.ts'
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { startAgain } from '../workspaces/testing/dying-server.ts'

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp()
  return () => podium.close()
})
beforeEach(() => podium.startOver())

const freshArchive = () => archiveUpload(randomUUID().replaceAll('-', ''))

async function upload(path: string, content = 'an archive'): Promise<string> {
  const params = { id: podium.people.first.id, path }
  const headers = { 'content-type': 'application/octet-stream' }
  const query = { replace: '1' }
  const request = { params, query, body: Buffer.from(content), headers }
  const answer = await podium.as('member').ask(putObject, request)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return path
}

const letPass = (hours: number) =>
  podium.deps.database.update(uploads).set({ stored_at: sql`stored_at - make_interval(hours => ${hours})` })

async function filesThere(): Promise<string[]> {
  const paths: string[] = []
  for await (const { path } of podium.deps.objects.list('first-bucket', '')) paths.push(path)
  return paths
}

const notedPaths = async () =>
  (await podium.deps.database.select().from(uploads)).map(({ path }) => path).sort()

const deletionsOf = (path: string) =>
  podium.deps.database
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.object_id, path), eq(auditEvents.action, 'object.delete')))

test('removes an archive that nobody registered for a day, and records it', async () => {
  const path = await upload(freshArchive())
  await letPass(25)
  await startAgain(podium)
  expect([await filesThere(), await notedPaths()]).toEqual([[], []])
  expect(await deletionsOf(path)).toMatchObject([
    {
      actor_id: null,
      actor_name: 'podium',
      object_kind: 'object',
      workspace_id: podium.people.first.id,
      before: { size: 10, etag: expect.any(String) },
    },
  ])
  await startAgain(podium)
  expect(await deletionsOf(path)).toHaveLength(1)
})

test('keeps uploaded data of any age, and archives of today', async () => {
  const word = randomUUID().replaceAll('-', '')
  const data = [
    'uploads/solution-of-puzzle.tar.gz',
    `uploads/solution-${word}.csv`,
    `uploads/solution-${word}/a.tar.gz`,
    `uploads/${randomUUID()}/penguins.tar.gz`,
    `datasets/${archiveUpload(word)}`,
  ]
  for (const path of data) await upload(path)
  await letPass(1000)
  const fresh = await upload(freshArchive())
  await letPass(23)
  await startAgain(podium)
  const all = [...data, fresh].sort()
  expect([(await filesThere()).sort(), await notedPaths()]).toEqual([all, all])
})

test('keeps an archive for another day when it is sent again', async () => {
  const path = await upload(freshArchive())
  await letPass(25)
  await upload(path, 'a better one')
  await startAgain(podium)
  expect(await filesThere()).toEqual([path])
})

test('an archive that cannot be removed stays recorded, does not block others, and is removed by a later sweep', async () => {
  const paths = [await upload(freshArchive()), await upload(freshArchive())].sort()
  await letPass(25)
  const { objects } = podium.deps
  const { remove } = objects
  objects.remove = (bucket, path) =>
    path === paths[0] ? Promise.reject(new Error('the disk is away')) : remove(bucket, path)
  await startAgain(podium)
  objects.remove = remove
  expect([await filesThere(), await notedPaths()]).toEqual([[paths[0]], [paths[0]]])
  expect(await deletionsOf(paths[0] ?? '')).toEqual([])
  await startAgain(podium)
  expect(await filesThere()).toEqual([])
})

test('forgets a file that is already gone without an audit event', async () => {
  const path = await upload(freshArchive())
  await letPass(25)
  await podium.deps.objects.remove('first-bucket', path)
  await podium.deps.objects.put('first-bucket', 'by-hand.txt', Readable.from(['x']))
  await startAgain(podium)
  expect([await filesThere(), await notedPaths(), await deletionsOf(path)]).toEqual([['by-hand.txt'], [], []])
})

test('a starting server searches the bucket of each workspace for broken uploads', async () => {
  const sweep = vi.spyOn(podium.deps.objects, 'sweep')
  await startAgain(podium)
  expect(sweep.mock.calls).toEqual([[['first-bucket', 'second-bucket']]])
})
