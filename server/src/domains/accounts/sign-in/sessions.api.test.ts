import { readSession } from '@podium/contract/calls/auth.ts'
import { endOtherSessions, endSession, listSessions } from '@podium/contract/calls/sign-in.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { givePasswords, signInAs } from '../../../testing/test-sign-in.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})
beforeEach(async () => {
  await server.startOver()
  await givePasswords(server)
})

const MISSING = { detail: 'There is nothing here that you may see.' }
const own = () => ({ id: server.people.ids.member })
const list = () => server.as('member').call(listSessions, { params: own() })

test('lists the valid sessions, the own one marked, without tokens', async () => {
  const there = await signInAs(server, 'member')
  await signInAs(server, 'loner')
  await server.deps.database.execute(sql`insert into sessions (token_hash, account_id, kind, address, last_seen_at)
    values ('old', ${own().id}::uuid, 'browser', '192.0.2.1', now() - interval '61 minutes')`)
  const { sessions, total } = await list()
  expect([total, sessions.length]).toEqual([2, 2])
  expect(sessions.map(({ current }) => current)).toEqual([false, true])
  expect(sessions[0]).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    current: false,
    kind: 'program',
    address: '127.0.0.1',
    user_agent: 'lightMyRequest',
    created_at: expect.stringMatching(/Z$/),
    last_seen_at: expect.stringMatching(/Z$/),
  })
  expect((await there.call(listSessions, { params: own() })).sessions[0]?.current).toBe(true)
})

test('answers an ended session like a stranger from its next call on', async () => {
  const there = await signInAs(server, 'member')
  const [other] = (await list()).sessions
  const params = { ...own(), session: String(other?.id) }
  expect(await server.as('member').call(endSession, { params })).toEqual({ id: other?.id })
  expect((await there.ask(readSession)).statusCode).toBe(401)
  expect((await server.as('member').ask(endSession, { params })).statusCode).toBe(404)
  const { rows } = await server.deps.database.execute(
    sql`select action, actor_name, object_name from audit_events`,
  )
  expect(rows).toEqual([{ action: 'account.end-session', actor_name: 'member', object_name: 'member' }])
})

test('keeps the calling session when the others are ended', async () => {
  const there = [await signInAs(server, 'member'), await signInAs(server, 'member')]
  expect(await server.as('member').call(endOtherSessions, { params: own() })).toEqual({ done: 2 })
  for (const client of there) expect((await client.ask(readSession)).statusCode).toBe(401)
  expect((await list()).total).toBe(1)
  expect((await server.as('loner').ask(readSession)).statusCode).toBe(200)
})

test('lets an administrator list and end other people’s, and hides them from anybody else', async () => {
  const [session] = (await list()).sessions
  const named = { ...own(), session: String(session?.id) }
  const nowhere = { id: '00000000-0000-4000-8000-000000000000', session: 'nothing' }
  for (const params of [named, nowhere, { ...nowhere, id: 'nothing' }]) {
    for (const route of [listSessions, endSession, endOtherSessions]) {
      const answer = await server.as('loner').ask(route, { params })
      expect([route.id, answer.statusCode, answer.json()]).toEqual([route.id, 404, MISSING])
    }
  }
  const mixed = { id: server.people.ids.loner, session: named.session }
  expect((await server.as('admin').ask(endSession, { params: mixed })).statusCode).toBe(404)
  const seen = await server.as('admin').call(listSessions, { params: own() })
  expect(seen.sessions.map(({ id, current }) => [id, current])).toEqual([[named.session, false]])
  await server.as('host').call(endOtherSessions, { params: own() })
  expect((await server.as('member').ask(readSession)).statusCode).toBe(401)
  await server.deps.database.execute(sql`update accounts set deleted_at = now() where username = 'member'`)
  expect((await server.as('admin').ask(listSessions, { params: own() })).statusCode).toBe(404)
})
