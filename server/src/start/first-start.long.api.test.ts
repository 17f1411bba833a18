import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@podium/database/testing/test-database.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { expect, onTestFinished, test } from 'vitest'
import { serveEngine } from '../testing/replicas/served-engine.ts'
import { startReplica } from '../testing/replicas/start-replicas.ts'

test('prints a set-up link on each of several servers, which works on any of them until the first is used', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'podium-first-start-'))
  const { owner, drop } = await createTestDatabase()
  const stopServing = await serveEngine(createMemoryEngine(), join(folder, 'engine'))
  const servers = await Promise.all(
    ['one', 'other'].map((name) => startReplica({ database: owner, folder }, name)),
  )
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.kill()))
    stopServing()
    await drop()
    rmSync(folder, { recursive: true, force: true })
  })
  const links = await Promise.all(servers.map(({ printed }) => printed(/\/auth\/setup#(\S+)/)))
  async function finish(secret: string, password: string): Promise<number[]> {
    const answers = await Promise.all(
      servers.map(({ address }, index) =>
        fetch(`${address}/api/v1/auth/setup`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            username: `boss-${index}`,
            password,
            display_name: 'Boss',
            email: '',
            secret,
          }),
        }),
      ),
    )
    return answers.map(({ status }) => status).sort()
  }
  // a password that is too short is checked after the link
  for (const link of links) expect(await finish(link, 'short')).toEqual([422, 422])
  expect(await finish(links[0] ?? '', 'violet kettle under moss')).toEqual([200, 409])
  expect(await finish(links[1] ?? '', 'violet kettle under moss')).toEqual([409, 409])
})
