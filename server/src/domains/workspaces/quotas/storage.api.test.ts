import { Readable } from 'node:stream'
import { deleteObject, listObjects, putObject } from '@podium/contract/calls/objects.ts'
import { editQuotas, readQuotas } from '@podium/contract/calls/quotas.ts'
import { startRun } from '@podium/contract/calls/runs.ts'
import { registerArchive } from '@podium/contract/calls/solutions.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { racing } from '../../../testing/racing.ts'
import type { Player } from '../../../testing/test-people.ts'
import { createRunFixture, type RunFixture } from '../../runs/testing/run-fixture.ts'
import { solutionArchive } from '../../solutions/testing/archive.ts'
import { inFirst, metadataNamed } from '../../solutions/testing/seed.ts'

const SIZE = 1000
let podium: RunFixture
beforeAll(async () => {
  podium = await createRunFixture()
  return () => podium.close()
})
beforeEach(() => podium.startOver())

const params = () => ({ id: podium.people.first.id })
const limit = (bytes: number) => set({ storage_gib: bytes / 1024 ** 3 })
const set = (body: object) => podium.as('admin').call(editQuotas, { params: params(), body })
const headers = { 'content-type': 'application/octet-stream' }
const put = (path: string, by: Player = 'member', size = SIZE, query = {}) =>
  podium.as(by).ask(putObject, { params: { ...params(), path }, query, body: Buffer.alloc(size), headers })

async function stored() {
  const { objects } = await podium.as('member').call(listObjects, { params: params() })
  return objects.reduce((sum, { size }) => sum + size, 0)
}

test('stores those of 200 racing uploads that fit, and refuses the others with numbers', {
  tags: ['long'],
}, async () => {
  await limit(50 * SIZE + 1)
  const answers = await racing(200, (at) =>
    put(`datasets/a/${at}.csv`, at % 2 === 0 ? 'member' : 'developer'),
  )
  const refusals = answers.filter(({ statusCode }) => statusCode !== 200)
  expect([answers.length - refusals.length, await stored()]).toEqual([50, 50 * SIZE])
  expect(new Set(refusals.map(({ statusCode }) => statusCode))).toEqual(new Set([409]))
  expect(refusals.at(-1)?.json().detail).toBe(
    'This upload of 1000 bytes does not fit: 48 KiB of 48 KiB are used in this workspace. Delete what is not needed, or ask an administrator to raise the limit.',
  )
})

test('counts a replacement once, frees room by deletion, and limits a person separately', async () => {
  await limit(3 * SIZE)
  expect((await put('datasets/a.csv', 'member', 2 * SIZE)).statusCode).toBe(200)
  expect((await put('datasets/a.csv', 'member', 3 * SIZE, { replace: '1' })).statusCode).toBe(200)
  expect((await put('datasets/b.csv')).statusCode).toBe(409)
  await podium.as('member').call(deleteObject, { params: { ...params(), path: 'datasets/a.csv' } })
  expect((await put('datasets/b.csv')).statusCode).toBe(200)
  await set({ person: { storage_gib: SIZE / 1024 ** 3 } })
  const own = await put('datasets/c.csv')
  expect([own.statusCode, own.json().detail]).toEqual([
    409,
    'This upload of 1000 bytes does not fit: 1000 bytes of 1000 bytes are used by what you stored in this workspace. Delete what is not needed, or ask a manager to raise the limit.',
  ])
  const path = 'datasets/d.csv'
  const streamed = { params: { ...params(), path }, body: Readable.from([Buffer.from('x')]), headers }
  expect((await podium.as('member').ask(putObject, streamed)).json().detail).toMatch(
    /^This upload does not fit: 1000 bytes of 1000 bytes are used/,
  )
  expect((await put('datasets/c.csv', 'developer')).statusCode).toBe(200)
  const { use, people } = await podium.as('member').call(readQuotas, { params: params() })
  expect(use.storage_gib).toBe((2 * SIZE) / 1024 ** 3)
  expect(people.map(({ username, use: own }) => [username, own.storage_gib * 1024 ** 3]).sort()).toEqual([
    ['developer', SIZE],
    ['manager', 0],
    ['member', SIZE],
  ])
})

test('refuses a version that does not fit with numbers, and lets one replace its upload', async () => {
  const archive = await solutionArchive(metadataNamed('rings'))
  const path = 'uploads/rings.tar.gz'
  await podium.as('member').ask(putObject, { params: { ...params(), path }, body: archive, headers })
  const register = () => podium.as('member').ask(registerArchive, { query: inFirst, body: { path } })
  await limit(archive.length)
  const answer = await register()
  expect(answer.statusCode).toBe(409)
  expect(answer.json().detail).toMatch(
    /^This version of .* does not fit: 0 bytes of .* are used in this workspace\./,
  )
  await set({ storage_gib: 1 })
  expect((await register()).statusCode).toBe(200)
  const { use } = await podium.as('member').call(readQuotas, { params: params() })
  expect(use.storage_gib * 1024 ** 3).toBe(await stored())
})

test('starts no run when the storage is used up, and never loses a run’s files', async () => {
  await podium.start()
  await limit(SIZE)
  await podium.deps.database.execute(sql`
    insert into run_file_totals (workspace_id, account_id, kind, in_trash, bytes, byte_seconds)
    values (${params().id}::uuid, ${podium.people.ids.member}::uuid, 'logs', false, ${SIZE}, 0),
      (${params().id}::uuid, ${podium.people.ids.member}::uuid, 'artifacts', true, ${SIZE}, 0)`)
  const answer = await podium.as('member').ask(startRun, { params: { id: podium.ids.stream }, body: {} })
  expect([answer.statusCode, answer.json().detail]).toEqual([
    409,
    'No run can start: 1.9 KiB of 1000 bytes are used in this workspace. Delete what is not needed, or ask an administrator to raise the limit.',
  ])
})
