import { readHealth, readReadiness, readVersions } from '@podium/contract/system.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { StoreAway } from '@podium/storage/object-store.ts'
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

test('while the engine that all servers share is away, calls are sent to this server as before', async () => {
  await serveWithout({ shared: true })
  expect(await answerOf(readReadiness)).toEqual({ status: 'ok', failing: [], reasons: [] })
  expect(await answerOf(readHealth)).toEqual({ status: 'failing', failing: ['engine'] })
})

test('while the object store is away the health says so, and calls are sent to this server as before', async () => {
  const check = () => Promise.reject(new StoreAway('The object store does not answer.'))
  server = await createTestApp({ objects: { ...createMemoryStore(), check } })
  expect(await answerOf(readHealth)).toEqual({ status: 'failing', failing: ['objects'] })
  expect(await answerOf(readReadiness)).toEqual({ status: 'ok', failing: [], reasons: [] })
})

test('without its own engine a server is not ready', async () => {
  await serveWithout({ shared: false })
  expect(await answerOf(readReadiness)).toMatchObject({ reasons: ['The engine does not answer.'] })
})

test('a server that steps aside says so, answers what still comes, and keeps no connection for more', async () => {
  server = await createTestApp()
  server.app.isSteppingAside = true
  const ready = await server.as('anonymous').ask(readReadiness)
  expect([ready.statusCode, ready.json().reasons]).toEqual([503, ['The server is stopping.']])
  const answer = await server.as('anonymous').ask(readVersions)
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
})
