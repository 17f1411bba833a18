import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectDatabase } from '@podium/database/connect.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import { createTestDatabase } from '@podium/database/testing/test-database.ts'
import { type AttemptsUnderTest, describeAttempts } from '@podium/engines/kubernetes/attempts-conformance.ts'
import { plainSpec } from '@podium/engines/testing/plain-spec.ts'
import { createDirectoryStore } from '@podium/storage/directory.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { createAttempts } from './attempt-store.ts'

const folders: string[] = []
afterAll(() => Promise.all(folders.map((path) => rm(path, { recursive: true }))))

describeAttempts('PostgreSQL with objects in memory', () => open(createMemoryStore()))

describeAttempts('PostgreSQL with objects in a folder', async () => {
  const root = await mkdtemp(join(tmpdir(), 'podium-attempts-'))
  folders.push(root)
  return open(createDirectoryStore({ root }))
})

test('ten thousand attempts that are asked for at once take a few queries, not one each', async () => {
  const { database, drop } = await createTestDatabase()
  const placeOf = async () => ({ bucket: 'poc', prefix: 'streams/' })
  const attempts = createAttempts({ database, objects: createMemoryStore(), log: quietLog, placeOf })
  const [first, last] = [plainSpec(), plainSpec({ attempt: 2 })]
  for (const spec of [first, last]) await attempts.open(spec)
  const unknown = Array.from({ length: 9_998 }, () => plainSpec())
  const asked = vi.spyOn(database.$client, 'query')
  const found = await Promise.all([first, ...unknown, last].map((key) => attempts.find(key)))
  expect(asked.mock.calls.length).toBeLessThanOrEqual(20)
  expect([found.at(0)?.spec, found.at(-1)?.spec]).toEqual([first, last])
  expect(found.filter((record) => record !== null)).toHaveLength(2)
  await attempts.close()
  await drop()
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
