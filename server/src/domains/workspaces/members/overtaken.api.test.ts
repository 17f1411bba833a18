import { addMembers, editMembers, removeMembers } from '@podium/contract/calls/workspaces.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { askWhile } from '../../../testing/lock-waits.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestClient } from '../../../testing/test-client.ts'
import type { Player } from '../../../testing/test-people.ts'

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

type Answer = ReturnType<TestClient['ask']>

/** Makes a call as the manager during the uncommitted removal, so that the first check still admits them. */
async function whileRemoved(ask: (manager: TestClient) => Answer) {
  const answer = await askWhile(
    server.deps.database,
    async (tx) => {
      await tx.execute(sql`select from workspaces where id = ${params.id}::uuid for no key update`)
      await tx.execute(sql`delete from members where account_id = ${server.people.ids.manager}::uuid`)
    },
    () => ask(server.as('manager')),
  )
  return [answer.statusCode, answer.json()]
}

const idOf = (name: Player) => server.people.ids[name]
const UNSEEN = [404, { detail: 'There is nothing here that you may see.' }]

test('does not let a manager who is being removed add themselves again', async () => {
  const members = [{ account_id: idOf('manager'), role: 'MANAGER' as const }]
  expect(await whileRemoved((manager) => manager.ask(addMembers, { params, body: { members } }))).toEqual(
    UNSEEN,
  )
})

test('does not let a manager who is being removed change a role', async () => {
  const members = [{ account_id: idOf('member'), role: 'MANAGER' as const }]
  expect(await whileRemoved((manager) => manager.ask(editMembers, { params, body: { members } }))).toEqual(
    UNSEEN,
  )
})

test('does not let a manager who is being removed remove anybody', async () => {
  const account_ids = [idOf('member')]
  const answer = await whileRemoved((manager) =>
    manager.ask(removeMembers, { params, body: { account_ids } }),
  )
  expect(answer).toEqual([
    200,
    { done: [], failed: [{ id: idOf('member'), detail: 'There is nothing here that you may see.' }] },
  ])
})

test('removes the caller last among others, while they still may remove them', async () => {
  await server.as('admin').call(editMembers, {
    params,
    body: { members: [{ account_id: idOf('developer'), role: 'MANAGER' }] },
  })
  const account_ids = [idOf('manager'), idOf('member')]
  expect(await server.as('manager').call(removeMembers, { params, body: { account_ids } })).toEqual({
    done: account_ids.toReversed(),
    failed: [],
  })
})
