import { logout, readSession } from '@podium/contract/calls/auth.ts'
import { sessions } from '@podium/database/schema/accounts.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let server: TestApp
let signedIn: (typeof sessions.$inferSelect)[]
beforeAll(async () => {
  server = await createTestApp()
  signedIn = await server.deps.database.select().from(sessions)
  return () => server.close()
})
beforeEach(async () => {
  // the sweep at the server's start removes sessions that a test has made too old
  await server.deps.database.insert(sessions).values(signedIn).onConflictDoNothing()
  await aged({ seen: '0', made: '0' })
})

/** Moves every session into the past. */
async function aged({ seen, made }: { seen: string; made: string }): Promise<void> {
  await server.deps.database.execute(sql`update sessions set
    last_seen_at = now() - ${seen}::interval, created_at = now() - ${made}::interval`)
}

const status = async (headers?: Record<string, string>) =>
  (await server.as('member').ask(readSession, { headers: headers ?? {} })).statusCode

test('ends a session after an hour without a call, and after twelve hours with calls', async () => {
  await aged({ seen: '59 minutes', made: '11 hours 59 minutes' })
  expect(await status()).toBe(200)
  await aged({ seen: '61 minutes', made: '2 hours' })
  expect(await status()).toBe(401)
  await aged({ seen: '1 minute', made: '12 hours 1 second' })
  expect(await status()).toBe(401)
})

test('ends no session when the clock is set back by two hours', async () => {
  await aged({ seen: '-2 hours', made: '-2 hours' })
  expect(await status()).toBe(200)
})

test('keeps a session alive by a call, but not by a poll in the background', async () => {
  const seen = async () => {
    const { rows } = await server.deps.database.execute<{ fresh: boolean }>(sql`
      select last_seen_at > now() - interval '1 minute' as fresh from sessions s
      join accounts a on a.id = s.account_id where a.username = 'member'`)
    return rows[0]?.fresh
  }
  await aged({ seen: '30 minutes', made: '1 hour' })
  await status({ 'x-podium-background': '1' })
  expect(await seen()).toBe(false)
  await status()
  expect(await seen()).toBe(true)
})

test('tells signed-in people how long the session lasts, which a poll does not change', async () => {
  const left = async (headers: Record<string, string> = {}) =>
    (await server.as('member').ask(readSession, { headers })).json<{ ends_in_s: number }>().ends_in_s
  await aged({ seen: '58 minutes', made: '2 hours' })
  expect(await left({ 'x-podium-background': '1' })).toBeLessThanOrEqual(120)
  expect(await left()).toBeGreaterThan(3500)
  await aged({ seen: '0', made: '11 hours 59 minutes' })
  expect(await left()).toBeLessThanOrEqual(60)
})

test('uses the present role and membership, and gives a deleted account no session', async () => {
  const list = async () => (await server.as('developer').send('GET', '/api/v1/settings/accounts')).statusCode
  expect(await list()).toBe(403)
  await server.deps.database.execute(sql`update accounts set role = 'ADMIN' where username = 'developer'`)
  expect(await list()).toBe(200)
  await server.deps.database.execute(sql`update accounts set deleted_at = now() where username = 'developer'`)
  expect(await list()).toBe(401)
})

test('ends the session on the server and deletes the cookies at logout', async () => {
  const outsider = server.as('outsider').browser()
  const answer = await outsider.ask(logout)
  expect(answer.json()).toEqual({})
  expect(answer.headers['clear-site-data']).toBe('"cache"')
  expect(String(answer.headers['set-cookie'])).toContain('__Host-podium=; Path=/; Max-Age=0')
  expect((await outsider.ask(readSession)).statusCode).toBe(401)
})

test('stores no token in the database', async () => {
  const { rows } = await server.deps.database.execute<{ hash: string }>(
    sql`select encode(token_hash, 'base64') as hash from sessions`,
  )
  for (const token of Object.values(server.people.tokens))
    expect(rows.map((row) => row.hash)).not.toContain(Buffer.from(token, 'base64url').toString('base64'))
})
