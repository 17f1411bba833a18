import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@podium/database/testing/test-database.ts'
import { startS3StandIn } from '@podium/storage/testing/s3-stand-in.ts'
import { expect, onTestFinished, test } from 'vitest'
import { urlOf } from '../testing/started-program.ts'
import { startServer } from '../testing/started-server.ts'

async function startOnFullStore() {
  const service = await startS3StandIn()
  onTestFinished(() => service.stop())
  service.oddities.refuse = ({ method, key }) =>
    method === 'PUT' && key !== '' ? { status: 507, code: 'XMinioStorageFull' } : undefined
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const home = mkdtempSync(join(tmpdir(), 'podium-full-store-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const server = startServer({
    PODIUM_PORT: '0',
    PODIUM_HOME: home,
    PODIUM_LOG_LEVEL: 'warn',
    PODIUM_DATABASE_URL: urlOf(database.owner),
    PODIUM_OBJECTS_URL: service.url,
    ...service.keys,
  })
  onTestFinished(async () => {
    server.child.kill('SIGKILL')
    await server.ended
  })
  return { server, service }
}

test('starts while the object store is full, and says so in its log and its health', async () => {
  const { server, service } = await startOnFullStore()
  const address = await server.untilPrinted(/running at (http:\S+)/)
  expect(server.text()).toContain(
    `PODIUM_OBJECTS_URL: ${service.settings.endpoint} answers 507 XMinioStorageFull. The object store is full: tell an administrator.`,
  )
  const health = await fetch(`${address}/api/v1/healthz`)
  expect([health.status, await health.json()]).toEqual([503, { status: 'failing', failing: ['objects'] }])
})
