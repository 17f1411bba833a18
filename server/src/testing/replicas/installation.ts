import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { createTestDatabase } from '@podium/database/testing/test-database.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { createDirectoryStore } from '@podium/storage/directory.ts'
import { addStream } from '../../domains/runs/testing/run-fixture.ts'
import { createPeople, type Player } from '../test-people.ts'
import { startRoundRobin } from './round-robin.ts'
import { type EngineCall, serveEngine } from './served-engine.ts'
import { type Replica, startReplica } from './start-replicas.ts'

export type Installation = Awaited<ReturnType<typeof startInstallation>>

/**
 * Server processes on one database, one folder of objects and one engine, behind a round robin, with people, a
 * workspace and a stream.
 * @param between awaited after the engine did a call and before it answers
 */
export async function startInstallation(servers: number, between?: (call: EngineCall) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'podium-replicas-'))
  const { database, serving, owner, drop } = await createTestDatabase()
  const people = await createPeople(database)
  const { stream } = await addStream({ deps: { database }, people }, people.first.id, metadataForTests())
  await createDirectoryStore({ root: join(folder, 'objects') }).makeBucket(people.first.s3_bucket_name)
  const engine = createMemoryEngine({ machine: { cpu: 128, memory_mib: 512 * 1024, gpu: 0 } })
  const stopServing = await serveEngine(engine, join(folder, 'engine'), between)
  const replicas: Replica[] = []
  for (let number = 1; number <= servers; number += 1)
    replicas.push(await startReplica({ database: owner, folder }, `server-${number}`))
  const proxy = await startRoundRobin(replicas.map(({ port }) => port))
  return {
    people,
    stream,
    database,
    serving,
    engine,
    replicas,
    address: proxy.address,
    headersOf: (who: Player) => ({ cookie: `access-token=${people.tokens[who]}` }),
    async close() {
      await Promise.all(replicas.map((replica) => replica.kill()))
      await proxy.close()
      stopServing()
      await drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
