import { login } from '@podium/contract/calls/auth.ts'
import { readHealth, readReadiness, readVersions } from '@podium/contract/calls/system.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { StoreAway } from '@podium/storage/object-store.ts'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let server: TestApp
afterEach(() => server.close())

async function serveWithout({ shared }: { shared: boolean }): Promise<void> {
  const capabilities = () => Promise.reject(new Error('connection refused'))
  server = await createTestApp({ engine: { ...createMemoryEngine(), shared, capabilities } })
}

async function answerOf(route: typeof readHealth | typeof readReadiness) {
  const answer = await server.as('anonymous').ask(route)
  return answer.json()
}

test('stays ready while the engine that all servers share is away', async () => {
  await serveWithout({ shared: true })
  expect(await answerOf(readReadiness)).toEqual({ status: 'ok', failing: [], reasons: [] })
  expect(await answerOf(readHealth)).toEqual({ status: 'failing', failing: ['engine'] })
})

test('stays ready while the object store is away, but reports it in the health', async () => {
  const check = () => Promise.reject(new StoreAway('The object store does not answer.'))
  server = await createTestApp({ objects: { ...createMemoryStore(), check } })
  expect(await answerOf(readHealth)).toEqual({ status: 'failing', failing: ['objects'] })
  expect(await answerOf(readReadiness)).toEqual({ status: 'ok', failing: [], reasons: [] })
})

test('is not ready without its own engine', async () => {
  await serveWithout({ shared: false })
  expect(await answerOf(readReadiness)).toMatchObject({ reasons: ['The engine does not answer.'] })
})

test('reports that it is draining, answers late requests, and keeps no connection for more', async () => {
  server = await createTestApp()
  server.app.isDraining = true
  const ready = await server.as('anonymous').ask(readReadiness)
  expect([ready.statusCode, ready.json().reasons]).toEqual([503, ['The server is stopping.']])
  const answer = await server.as('anonymous').ask(readVersions)
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
})

test('reports a read-only database in health, readiness and every call that would change something', async () => {
  server = await createTestApp()
  const { database } = server.deps
  await database.execute(sql`do $$ begin
    execute format('alter role current_user in database %I set default_transaction_read_only = on', current_database());
  end $$`)
  await database.execute(sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`)
  await expect(database.execute(sql`select pg_terminate_backend(pg_backend_pid())`)).rejects.toThrow()
  await waitFor(async () =>
    expect(await answerOf(readReadiness)).toEqual({
      status: 'failing',
      failing: ['database'],
      reasons: ['The database takes no changes now.'],
    }),
  )
  expect(await answerOf(readHealth)).toEqual({ status: 'failing', failing: ['database'] })
  const body = { login_id: 'nobody', login_pw: 'violet kettle under moss' }
  // the pool may hand out an ended connection once more before it notices
  await waitFor(async () => {
    const refused = await server.as('anonymous').ask(login, { body })
    expect([refused.statusCode, refused.json()]).toEqual([
      503,
      { detail: 'The database takes no changes now. Please try again in a few seconds.' },
    ])
  })
})
