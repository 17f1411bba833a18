import type { DatabaseLock } from '@podium/database/database-lock.ts'
import { createTestDatabase, type TestDatabase } from '@podium/database/testing/test-database.ts'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { keepOthersOff } from './lock-database.ts'

let database: TestDatabase
const holds: DatabaseLock[] = []
beforeEach(async () => {
  database = await createTestDatabase()
  return async () => {
    for (const lock of holds.splice(0)) await lock.release()
    await database.drop()
  }
})

interface Server {
  shared: boolean
  objects?: string
  engine?: 'memory' | 'kubernetes'
  /** PODIUM_SLURM_ROOT */
  runs?: string
  key?: string
}

async function serve({ shared, objects, engine: name = 'memory', runs, key }: Server): Promise<void> {
  const place = runs === undefined ? null : { setting: 'PODIUM_SLURM_ROOT', value: runs }
  const installation = {
    objects: readConfig({ PODIUM_OBJECTS_URL: objects }).objects,
    engine: { name, shared, place },
    key_id: key ?? null,
  }
  holds.push(
    await keepOthersOff(database.serving, installation, pino({ level: 'silent' }), { patienceMs: 0 }),
  )
}

const FOLDER = 'file:///srv/shared/podium'

test('lets any number of servers serve if each reaches engine and objects', async () => {
  for (let server = 0; server < 3; server += 1) await serve({ shared: true, objects: FOLDER })
})

test.each<[string, Server, Server, string]>([
  [
    'with another key for secrets',
    { shared: true, objects: FOLDER, key: 'one' },
    { shared: true, objects: FOLDER, key: 'two' },
    'Its PODIUM_SECRET_KEY is different: give all servers the same, or stop it.',
  ],
  [
    'with an engine of its own',
    { shared: true, objects: FOLDER },
    { shared: false, objects: FOLDER },
    'Runs are kept in the home of their server (PODIUM_ENGINE=memory), so only one server may use the database: stop the other one, or set PODIUM_DATABASE_URL to another.',
  ],
  [
    'with files in its home',
    { shared: true, objects: FOLDER },
    { shared: true },
    'Files are kept in the home of their server (PODIUM_OBJECTS_URL is not set), so only one server may use the database: stop the other one, or set PODIUM_DATABASE_URL to another.',
  ],
  [
    'beside one that keeps to its home',
    { shared: false },
    { shared: true, objects: FOLDER },
    'It keeps runs or files in its own home: give it the PODIUM_ENGINE and PODIUM_OBJECTS_URL of this one, or stop it.',
  ],
  [
    'with other objects',
    { shared: true, objects: FOLDER },
    { shared: true, objects: 's3://?endpoint=http://127.0.0.1:1' },
    'Its PODIUM_OBJECTS_URL is different: give all servers exactly the same, or stop it.',
  ],
  [
    'with another engine',
    { shared: true, objects: FOLDER },
    { shared: true, objects: FOLDER, engine: 'kubernetes' },
    'Its PODIUM_ENGINE is different: give all servers the same, or stop it.',
  ],
  [
    'that looks for runs elsewhere',
    { shared: true, objects: FOLDER, runs: '/srv/one' },
    { shared: true, objects: FOLDER, runs: '/srv/other' },
    'Its PODIUM_SLURM_ROOT is different: give all servers exactly the same, or stop it.',
  ],
])('tells a server %s what to change', { tags: ['long'] }, async (_, first, second, sentence) => {
  await serve(first)
  await expect(serve(second)).rejects.toThrow(`Another Podium is using this database. ${sentence}`)
})
