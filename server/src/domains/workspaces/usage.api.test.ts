import { deleteObject, putObject } from '@podium/contract/calls/objects.ts'
import { deleteSolution, registerSolution } from '@podium/contract/calls/solutions.ts'
import { readMemberSummary, readWorkspaceUse } from '@podium/contract/calls/workspace-use.ts'
import { listMembers } from '@podium/contract/calls/workspaces.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeObjects } from '../../testing/test-objects.ts'
import type { Player } from '../../testing/test-people.ts'
import { metadataNamed } from '../solutions/testing/seed.ts'

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

/** [Training, Inference, Storage] of the workspace, and of each of its members. */
async function used() {
  const summary = await server.as('member').call(readMemberSummary, { params })
  const { members } = await server.as('member').call(listMembers, { params })
  const amounts = (usage: { amount: number }[]) => usage.map(({ amount }) => amount)
  return {
    workspace: amounts(summary.usage),
    ...Object.fromEntries(members.map(({ username, usage }) => [username, amounts(usage)])),
  }
}

const NOTHING = [0, 0, 0]

test('keeps the usage when the solution is deleted', async () => {
  const { database } = server.deps
  const made = await makeObjects(database, params.id, server.people.ids.member)
  await database.execute(sql`
    update runs set started_at = now() - interval '90 minutes', ended_at = now() where id = ${made.run}::uuid`)
  const before = { workspace: [1.5, 0, 0], member: [1.5, 0, 0], manager: NOTHING, developer: NOTHING }
  expect(await used()).toEqual(before)
  const months = async () => (await server.as('manager').call(readWorkspaceUse, { params })).months
  const monthsBefore = await months()
  await server.as('member').call(deleteSolution, { params: { id: made.solution } })
  expect(await used()).toEqual(before)
  expect(await months()).toEqual(monthsBefore)
})

test('counts a live run up to now, and once when it has ended', async () => {
  const { database } = server.deps
  const { run } = await makeObjects(database, params.id, server.people.ids.member)
  const began = sql`started_at = now() - interval '2 hours', state = 'running'`
  await database.execute(sql`update runs set ${began} where id = ${run}::uuid`)
  expect((await used()).workspace).toEqual([2, 0, 0])
  await database.execute(sql`
    update runs set state = 'failed', ended_at = started_at + interval '1 hour' where id = ${run}::uuid`)
  expect((await used()).workspace).toEqual([1, 0, 0])
})

const SIZE = Math.ceil(1024 ** 3 / 100)

const put = (by: Player, path: string) =>
  server.as(by).call(putObject, {
    params: { ...params, path },
    query: { replace: '1' },
    body: Buffer.alloc(SIZE) as never,
    headers: { 'content-type': 'application/octet-stream' },
  })

test('counts an upload as storage of its person until it is replaced or deleted', async () => {
  await put('member', 'datasets/a.bin')
  expect(await used()).toMatchObject({ workspace: [0, 0, 0.01], member: [0, 0, 0.01], manager: NOTHING })
  await put('manager', 'datasets/a.bin')
  expect(await used()).toMatchObject({ workspace: [0, 0, 0.01], member: NOTHING, manager: [0, 0, 0.01] })
  await server.as('member').call(deleteObject, { params: { ...params, path: 'datasets/a.bin' } })
  expect(await used()).toMatchObject({ workspace: NOTHING, manager: NOTHING })
})

test('does not count files deleted with a solution as storage', async () => {
  await put('member', 'ai-solutions/heavy/v1/train/data/a.bin')
  await put('member', 'ai-solutions/heavy-too/v1/train/data/a.bin')
  const { id } = await server.as('member').call(registerSolution, {
    query: { workspace_id: params.id },
    body: { metadata_json: metadataNamed('heavy') },
  })
  expect((await used()).workspace).toEqual([0, 0, 0.02])
  await server.as('member').call(deleteSolution, { params: { id } })
  expect((await used()).workspace).toEqual([0, 0, 0.01])
})
