import { Readable } from 'node:stream'
import { logout } from '@podium/contract/calls/auth.ts'
import { putObject } from '@podium/contract/calls/objects.ts'
import { registerSolution } from '@podium/contract/calls/solutions.ts'
import {
  createWorkspace,
  deleteWorkspace,
  editWorkspace,
  removeMembers,
} from '@podium/contract/calls/workspaces.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { IN_USE_MS } from '../../http/session/session.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { inFirst, metadataNamed } from '../solutions/testing/seed.ts'

let server: TestApp
let params: { id: string }
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})
beforeEach(async () => {
  await server.startOver()
  params = { id: server.people.first.id }
})

/** Uploads a file, and calls `happens` after its first bytes. */
async function putWhile(happens: () => Promise<unknown>, path = 'datasets/planted.csv', query = {}) {
  async function* bytes() {
    yield Buffer.from('first,')
    await happens()
    yield Buffer.from('last')
  }
  const answer = await server.as('member').ask(putObject, {
    params: { ...params, path },
    query,
    body: Readable.from(bytes()),
    headers: { 'content-type': 'application/octet-stream', 'transfer-encoding': 'chunked' },
  })
  return [answer.statusCode, answer.json().detail]
}

const remove = () =>
  server.as('admin').call(removeMembers, { params, body: { account_ids: [server.people.ids.member] } })
const stored = (path = 'datasets/planted.csv', bucket = 'first-bucket') =>
  server.deps.objects.stat(bucket, path)
const writes = async () =>
  (await server.deps.database.execute(sql`select from audit_events where action = 'object.write'`)).rows

const UNSEEN = [404, 'There is nothing here that you may see.']

test('an upload is not stored in a bucket that now belongs to another workspace', async () => {
  const answer = await putWhile(async () => {
    await remove()
    await server.as('admin').call(deleteWorkspace, { params })
    await server.as('admin').call(createWorkspace, {
      body: { name: 'next', s3_bucket_name: 'first-bucket' },
    })
  })
  expect([answer, await stored(), await writes()]).toEqual([UNSEEN, null, []])
})

test('a person who is removed while uploading replaces nothing', async () => {
  await server.deps.objects.put('first-bucket', 'datasets/planted.csv', Readable.from(['kept']))
  const answer = await putWhile(remove, 'datasets/planted.csv', { replace: '1' })
  expect([answer, (await stored())?.size, await writes()]).toEqual([UNSEEN, 4, []])
})

test('a person who signs out while uploading stores nothing', async () => {
  const answer = await putWhile(() => server.as('member').call(logout))
  expect([answer, await stored()]).toEqual([[401, 'Please sign in first.'], null])
})

test('an upload is refused if its workspace gets another bucket meanwhile', async () => {
  const answer = await putWhile(() =>
    server.as('admin').call(editWorkspace, {
      query: { workspace_id: params.id },
      body: { s3_bucket_name: 'other-bucket' },
    }),
  )
  expect(answer).toEqual([
    409,
    'Someone else changed this in the meantime. Review their change, then save again.',
  ])
  expect([await stored(), await stored('datasets/planted.csv', 'other-bucket')]).toEqual([null, null])
})

test('an upload does not change files of a version that is registered meanwhile', async () => {
  const path = 'ai-solutions/late/v1/train/data/a.csv'
  const register = () =>
    server
      .as('member')
      .call(registerSolution, { query: inFirst, body: { metadata_json: metadataNamed('late') } })
  expect(await putWhile(register, path)).toEqual([
    409,
    `${path} belongs to a registered version, and those files never change. Register a new version.`,
  ])
  expect(await stored(path)).toBeNull()
})

test('an upload may take longer than an idle session lasts', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const { database } = server.deps
  const seen = (ago: string) =>
    database.execute(sql`update sessions set last_seen_at = now() - ${ago}::interval`)
  const answer = await putWhile(async () => {
    await seen('55 minutes')
    vi.advanceTimersByTime(IN_USE_MS)
    await waitFor(async () => {
      const { rows } = await database.execute(
        sql`select from sessions where last_seen_at > now() - interval '1 minute'`,
      )
      expect(rows).toHaveLength(1)
    })
  })
  vi.useRealTimers()
  expect(answer).toEqual([200, undefined])
  expect(await putWhile(() => seen('61 minutes'), 'datasets/late.csv')).toEqual([
    401,
    'Please sign in first.',
  ])
})
