import { Readable } from 'node:stream'
import {
  createWorkspace,
  deleteWorkspace,
  editWorkspace,
  listWorkspaces,
} from '@podium/contract/calls/workspaces.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { createDyingServer, type DyingServer, startAgain } from './testing/dying-server.ts'

const MAX_STEPS = 60

let server: TestApp
let dying: DyingServer
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})
beforeEach(async () => {
  await server.startOver()
  dying = await createDyingServer(server)
  return async () => {
    await dying.close()
  }
})

/** Expects that every workspace has its bucket, and that nothing else exists or is pending. */
async function expectWhole(buckets: string[]): Promise<string[]> {
  const { workspaces } = await server.as('admin').call(listWorkspaces, { query: { page_size: 1000 } })
  const used = workspaces.map((workspace) => workspace.s3_bucket_name)
  for (const bucket of new Set([...used, ...buckets]))
    expect([bucket, await server.deps.objects.bucketExists(bucket)]).toEqual([bucket, used.includes(bucket)])
  const ids = workspaces.map((workspace) => workspace.id)
  for (const prepared of await server.deps.engine.prepared()) expect(ids).toContain(prepared)
  const { rows } = await server.deps.database.execute(sql`select * from pending_removals`)
  expect(rows).toEqual([])
  return used
}

const put = (bucket: string, path: string) =>
  server.deps.objects.put(bucket, path, Readable.from([Buffer.from('some')]))

test('leaves a whole workspace or none if a server dies at any step of a creation', async () => {
  const outcomes: boolean[] = []
  for (let steps = 0; outcomes.length < MAX_STEPS; steps += 1) {
    const s3_bucket_name = `bucket-${steps}`
    dying.liveFor(steps)
    const answer = await dying.admin.ask(createWorkspace, { body: { name: `w${steps}`, s3_bucket_name } })
    const died = dying.died()
    dying.liveFor(Number.POSITIVE_INFINITY)
    await startAgain(server)
    outcomes.push((await expectWhole([s3_bucket_name])).includes(s3_bucket_name))
    if (died) continue
    expect(answer.statusCode).toBe(200)
    break
  }
  expect(outcomes.at(0)).toBe(false)
  expect(outcomes.at(-1)).toBe(true)
  expect(outcomes.length).toBeGreaterThan(8)
  expect(outcomes.length).toBeLessThan(MAX_STEPS)
})

test('leaves the whole workspace or nothing if a server dies at any step of a deletion', {
  tags: ['long'],
}, async () => {
  const outcomes: boolean[] = []
  for (let steps = 0; outcomes.length < MAX_STEPS; steps += 1) {
    const s3_bucket_name = `bucket-${steps}`
    const { id } = await server.as('admin').call(createWorkspace, {
      body: { name: `w${steps}`, s3_bucket_name },
    })
    await put(s3_bucket_name, 'datasets/a.csv')
    await put(s3_bucket_name, 'by-hand.txt')
    dying.liveFor(steps)
    const answer = await dying.admin.ask(deleteWorkspace, { params: { id } })
    const died = dying.died()
    dying.liveFor(Number.POSITIVE_INFINITY)
    await startAgain(server)
    const stays = (await expectWhole([s3_bucket_name])).includes(s3_bucket_name)
    if (stays) expect(await server.deps.objects.stat(s3_bucket_name, 'datasets/a.csv')).not.toBeNull()
    outcomes.push(stays)
    if (died) continue
    expect(answer.json()).toEqual({ id })
    break
  }
  expect(outcomes.at(0)).toBe(true)
  expect(outcomes.at(-1)).toBe(false)
  expect(outcomes.length).toBeLessThan(MAX_STEPS)
})

test('leaves one bucket if a server dies at any step of a change of the bucket', {
  tags: ['long'],
}, async () => {
  const { id } = await server.as('admin').call(createWorkspace, {
    body: { name: 'moved', s3_bucket_name: 'bucket' },
  })
  const outcomes: boolean[] = []
  for (let steps = 0; outcomes.length < MAX_STEPS; steps += 1) {
    const s3_bucket_name = `bucket-${steps}`
    const request = { query: { workspace_id: id }, body: { s3_bucket_name } }
    dying.liveFor(steps)
    const answer = await dying.admin.ask(editWorkspace, request)
    const died = dying.died()
    dying.liveFor(Number.POSITIVE_INFINITY)
    await startAgain(server)
    outcomes.push((await expectWhole(['bucket', s3_bucket_name])).includes(s3_bucket_name))
    if (died) continue
    expect(answer.statusCode).toBe(200)
    break
  }
  expect([outcomes.at(0), outcomes.at(-1)]).toEqual([false, true])
  expect(outcomes.length).toBeLessThan(MAX_STEPS)
})

test('keeps an existing bucket and its content when a creation is undone', async () => {
  await server.deps.objects.makeBucket('made-before')
  await put('made-before', 'datasets/a.csv')
  const prepare = server.deps.engine.prepare
  server.deps.engine.prepare = async () => {
    throw new Error('no room')
  }
  const request = { body: { name: 'adopts', s3_bucket_name: 'made-before' } }
  const refused = await server.as('admin').ask(createWorkspace, request)
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    { detail: 'The engine could not prepare the workspace: no room' },
  ])
  expect(await server.deps.objects.stat('made-before', 'datasets/a.csv')).not.toBeNull()
  server.deps.engine.prepare = prepare
  await server.as('admin').call(createWorkspace, request)
  await expectWhole(['made-before'])
})

test('assigns a bucket that is being removed to nobody', async () => {
  await server.deps.database.execute(sql`
    insert into pending_removals (bucket, prefix, not_before) values ('old', '', now() + interval '1 minute')`)
  const request = { body: { name: 'eager', s3_bucket_name: 'old' } }
  const answer = await server.as('admin').ask(createWorkspace, request)
  expect([answer.statusCode, answer.json().detail]).toEqual([
    409,
    'The bucket old is being created or removed right now. Please try again in a minute, or choose another name.',
  ])
  await startAgain(server)
  await server.as('admin').call(createWorkspace, request)
  await expectWhole(['old'])
})
