import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectDatabase } from '@podium/database/connect.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import { createTestDatabase } from '@podium/database/testing/test-database.ts'
import { type AttemptsUnderTest, describeAttempts } from '@podium/engines/kubernetes/attempts-conformance.ts'
import { createDirectoryStore } from '@podium/storage/directory.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { afterAll } from 'vitest'
import { createAttempts } from './attempt-store.ts'

const folders: string[] = []
afterAll(() => Promise.all(folders.map((path) => rm(path, { recursive: true }))))

describeAttempts('PostgreSQL with objects in memory', () => open(createMemoryStore()))

describeAttempts('PostgreSQL with objects in a folder', async () => {
  const root = await mkdtemp(join(tmpdir(), 'podium-attempts-'))
  folders.push(root)
  return open(createDirectoryStore({ root }))
})

async function open(objects: ObjectStore): Promise<AttemptsUnderTest> {
  const { database, serving, drop } = await createTestDatabase()
  const other = connectDatabase({ connection: serving, log: quietLog })
  await objects.makeBucket('poc')
  const placeOf = async ({ run, attempt }: { run: string; attempt: number }) => ({
    bucket: 'poc',
    prefix: `streams/${run}/${attempt}/`,
  })
  const attempts = createAttempts({ database, objects, log: quietLog, placeOf })
  const elsewhere = createAttempts({ database: other.database, objects, log: quietLog, placeOf })
  return {
    attempts,
    elsewhere,
    async close() {
      await Promise.all([attempts.close(), elsewhere.close()])
      await other.close()
      await drop()
    },
  }
}
