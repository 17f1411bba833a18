import { connectDatabase } from '@podium/database/connect.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import { createTestDatabase } from '@podium/database/testing/test-database.ts'
import { describeAttempts } from '@podium/engines/kubernetes/attempts-conformance.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { createAttempts } from './attempt-store.ts'

describeAttempts('PostgreSQL with an object store', async () => {
  const { database, serving, drop } = await createTestDatabase()
  const other = connectDatabase({ connection: serving, log: quietLog })
  const objects = createMemoryStore()
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
})
