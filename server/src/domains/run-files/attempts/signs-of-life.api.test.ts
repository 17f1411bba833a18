import { Failure } from '@podium/contract/rules/errors.ts'
import { createTestDatabase, type TestDatabase } from '@podium/database/testing/test-database.ts'
import { createRunnerCalls } from '@podium/engines/kubernetes/runner-calls.ts'
import { plainSpec } from '@podium/engines/testing/plain-spec.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { type ObjectStore, StoreAway, StoreRefuses } from '@podium/storage/object-store.ts'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../../app.ts'
import { objectSource } from '../../../start/object-source.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { createAttempts } from './attempt-store.ts'

const AT = '2026-03-01T12:00:00.000Z'
const FULL = 'The object store is full. Ask an administrator to make room there.'
const HEARD = { heard_at: expect.any(String), refusal: null }
const UNHEARD = { heard_at: null, refusal: null }

const objects = createMemoryStore()
const opened: { close(): Promise<unknown> }[] = []
let database: TestDatabase
let attempts: ReturnType<typeof createStore>
let app: TestApp

beforeAll(async () => {
  database = await createTestDatabase()
  await objects.makeBucket('poc')
  attempts = createStore(objects)
  app = await createTestApp({ database, runner: runnerOn(objects) })
  return async () => {
    for (const each of opened) await each.close()
    await app.close()
  }
})

function createStore(store: ObjectStore) {
  const made = createAttempts({
    database: database.database,
    objects: store,
    log: pino({ level: 'silent' }),
    placeOf: async ({ run, attempt }) => ({ bucket: 'poc', prefix: `streams/${run}/${attempt}/sent/` }),
  })
  opened.push(made)
  return made
}

const runnerOn = (store: ObjectStore) =>
  createRunnerCalls({ attempts: createStore(store), objects: objectSource(objects), unpackLimit: 2 ** 24 })

/** Opens another server on the database, whose store answers each file with the error. */
async function serverWhoseStore(error: Error) {
  const runner = runnerOn({ ...objects, put: () => Promise.reject(error) })
  const server = await buildApp({ ...app.deps, runner }, 'no-console')
  opened.push(server)
  return server
}

/** Creates an attempt and a token of its pod; its command has ended unless it goes on. */
async function podOf(command: 'ended' | 'goes on' = 'ended') {
  const spec = plainSpec()
  await attempts.open(spec)
  const exit = { exit_code: 0, started_at: AT, ended_at: AT }
  if (command === 'ended') await attempts.note(spec, { exit })
  return { spec, token: await attempts.makeToken(spec) }
}

function sendOutput(server: TestApp['app'], token: string) {
  return server.inject({
    method: 'POST',
    url: '/api/v1/runner/output?path=weights&offset=0',
    headers: { host: 'podium.podium.svc', authorization: `Bearer ${token}` },
    payload: Buffer.alloc(100_000),
  })
}

test.each([
  ['does not answer', new StoreAway('gone'), 'The object store does not answer right now.'],
  ['is full', new StoreRefuses(FULL), FULL],
])(
  'a call counts as a sign of life although the store %s, and the attempt shows the reason',
  async (_, error, sentence) => {
    const { spec, token } = await podOf()
    const server = await serverWhoseStore(error)
    const answer = await sendOutput(server, token)
    expect([answer.statusCode, answer.json().detail]).toEqual([503, expect.stringContaining(sentence)])
    const record = await attempts.find(spec)
    expect(record).toMatchObject({ heard_at: expect.any(String), refusal: { sentence } })
    await sendOutput(server, token)
    expect(await attempts.find(spec)).toEqual(record)
  },
)

test('a call that is refused for another reason counts as a sign of life', async () => {
  const { spec, token } = await podOf()
  const server = await serverWhoseStore(new Failure('RUN.SENDING'))
  expect((await sendOutput(server, token)).statusCode).toBe(503)
  expect(await attempts.find(spec)).toMatchObject(HEARD)
})

test('a call of an attempt that an earlier release recorded counts as a sign of life', async () => {
  const { spec, token } = await podOf()
  await database.database.execute(
    sql`update attempts set said = (said::jsonb - 'heard_at' - 'refusal')::json where run = ${spec.run}`,
  )
  expect((await sendOutput(app.app, token)).statusCode).toBe(200)
  expect(await attempts.find(spec)).toMatchObject(HEARD)
})

test('an invalid token is not a sign of life', async () => {
  const { spec, token } = await podOf()
  expect((await sendOutput(app.app, `${token}x`)).statusCode).toBe(401)
  expect(await attempts.find(spec)).toMatchObject(UNHEARD)
})

test('calls of a pod whose command goes on are not recorded', async () => {
  const { spec, token } = await podOf('goes on')
  expect((await sendOutput(app.app, token)).statusCode).toBe(200)
  expect(await attempts.find(spec)).toMatchObject(UNHEARD)
})
