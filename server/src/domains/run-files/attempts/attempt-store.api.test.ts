import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectDatabase, type Database } from '@podium/database/connect.ts'
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

test('reads attempts that are inspected together with one query', async () => {
  const { database, attempts, close } = await open(createMemoryStore())
  const specs = [plainSpec(), plainSpec({ attempt: 2 }), plainSpec()]
  for (const spec of specs) await attempts.open(spec)
  const select = vi.spyOn(database, 'select')
  const found = await Promise.all([...specs, plainSpec()].map((key) => attempts.find(key)))
  expect(found.map((record) => record?.spec ?? null)).toEqual([...specs, null])
  expect(select).toHaveBeenCalledTimes(1)
  await close()
})

test("a late write of an output's beginning does not remove bytes that came since", async () => {
  const objects = createMemoryStore()
  const { attempts, elsewhere, close } = await open(objects)
  const spec = plainSpec()
  await attempts.open(spec)
  const file = { path: 'weights', size: 100_000, modified_at: '2026-03-01T12:00:00.000Z' }
  const [first, rest] = [Buffer.alloc(50_000, 'a'), Buffer.alloc(50_000, 'b')]
  const { put } = objects
  const store = new EventEmitter()
  const begun = once(store, 'begun')
  objects.put = async (...args) => {
    objects.put = put
    store.emit('begun')
    await once(store, 'goes on')
    return put(...args)
  }
  const given = attempts.appendOutput(spec, file, 0, first, 1e6)
  await begun
  // The pod has given up this call, and sends the same to another server.
  await elsewhere.appendOutput(spec, file, 0, first, 1e6)
  await elsewhere.appendOutput(spec, file, first.length, rest, 1e6)
  store.emit('goes on')
  await expect(given).rejects.toMatchObject({ code: 'RUN.SENDING' })
  expect((await attempts.outputs(spec)).files).toMatchObject([{ path: 'weights', size: 100_000 }])
  await close()
})

async function open(objects: ObjectStore): Promise<AttemptsUnderTest & { database: Database }> {
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
    database,
    attempts,
    elsewhere,
    async close() {
      await Promise.all([attempts.close(), elsewhere.close()])
      await other.close()
      await drop()
    },
  }
}
