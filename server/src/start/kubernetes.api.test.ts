import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@podium/database/testing/test-database.ts'
import { beforeAll, expect, test } from 'vitest'
import { openStandInCluster } from '../testing/stand-in-cluster.ts'
import { urlOf } from '../testing/started-program.ts'
import { startServer } from '../testing/started-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'podium-kubernetes-start-'))
let cluster: Awaited<ReturnType<typeof openStandInCluster>>
let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  cluster = await openStandInCluster(join(folder, 'kubeconfig'))
  database = await createTestDatabase()
  return async () => {
    await cluster.close()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('does not start without rights that every run needs, and shows the roles that grant them', async () => {
  cluster.forbidden.add('create jobs').add('list events')
  const server = startServer({
    ...cluster.env,
    PODIUM_HOME: join(folder, 'home'),
    PODIUM_DATABASE_URL: urlOf(database.owner),
  })
  expect(await server.ended).toBe(1)
  expect(server.text()).toContain('Podium may not create jobs. An administrator')
  expect(server.text()).toMatch(/kind: RoleBinding\n *metadata:/)
})
