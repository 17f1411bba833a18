// @module-tag slurm
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@podium/database/testing/test-database.ts'
import { type SlurmCluster, startSlurm } from '@podium/engines/testing/slurm.ts'
import { beforeAll, expect, test } from 'vitest'
import { urlOf } from '../testing/started-program.ts'
import { startServer } from '../testing/started-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'podium-slurm-start-'))
let cluster: SlurmCluster
let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  cluster = await startSlurm()
  database = await createTestDatabase()
  return async () => {
    await cluster.stop()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
})

function start(env: Record<string, string>) {
  return startServer({
    ...cluster.env,
    PODIUM_PORT: '0',
    PODIUM_HOME: mkdtempSync(join(folder, 'home-')),
    PODIUM_DATABASE_URL: urlOf(database.owner),
    PODIUM_ENGINE: 'slurm',
    PODIUM_SLURM_ROOT: mkdtempSync(join(folder, 'root-')),
    ...env,
  })
}

test('runs on Slurm, and reports the engine', async () => {
  const server = start({})
  const address = await server.untilPrinted(/running at (http:\S+)/)
  const versions = await (await fetch(`${address}/api/v1/versions`)).json()
  expect(versions).toMatchObject({ release: { mlops_engine: 'slurm' } })
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

test.each([
  ['a root that is not there', { PODIUM_SLURM_ROOT: '/nonexistent' }, /there is no folder \/nonexistent/],
  ['no root', { PODIUM_SLURM_ROOT: '' }, /PODIUM_ENGINE=slurm needs PODIUM_SLURM_ROOT/],
  ['no commands of Slurm', { PATH: '/nonexistent' }, /`sinfo` is not on the server's path: install/],
])('does not start with %s, and says why', async (_, env, sentence) => {
  const server = start(env)
  expect(await server.ended).toBe(1)
  expect(server.text()).toMatch(sentence)
})
