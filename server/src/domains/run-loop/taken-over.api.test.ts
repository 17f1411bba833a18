import { EventEmitter, once } from 'node:events'
import { withConnection } from '@podium/database/one-connection.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { createTestDatabase, type TestDatabase } from '@podium/database/testing/test-database.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { type ObjectStore, StoreRefuses } from '@podium/storage/object-store.ts'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { hasWork, releaseRuns, renewLeases } from '../run-records/lease.ts'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import type { RunLoop } from './run-loop.ts'

/** rounds before a run ends without the files that the store refuses */
const TRIES = 12

const engine = createMemoryEngine()
const events = new EventEmitter()
let isFull: boolean
let pausesAtOutputs: boolean
let stored: string[]
let forgotten: string[]

function storeThatFills(): ObjectStore {
  const store = createMemoryStore()
  return {
    ...store,
    async put(bucket, path, body, options) {
      if (isFull && path.endsWith('weights.bin')) throw new StoreRefuses('It is full.')
      const object = await store.put(bucket, path, body, options)
      stored.push(path)
      return object
    },
  }
}

let database: TestDatabase
let fixture: RunFixture
/** two servers that share the database, the engine and the store */
let holder: RunLoop
let other: RunLoop
beforeAll(async () => {
  const { forget, outputs } = engine
  engine.forget = async (key) => {
    forgotten.push(key.run)
    return forget(key)
  }
  engine.outputs = async (key) => {
    if (pausesAtOutputs) {
      pausesAtOutputs = false
      events.emit('paused')
      await once(events, 'go on')
    }
    return outputs(key)
  }
  database = await createTestDatabase()
  fixture = await createRunFixture({ engine, objects: storeThatFills(), database })
  return () => fixture.close()
})
beforeEach(async () => {
  await fixture.startOver()
  isFull = true
  pausesAtOutputs = false
  stored = []
  forgotten = []
  ;[holder, other] = [fixture.newLoop(), fixture.newLoop()]
  await other.tick()
})

/** Runs a training to its end, but for the last try to store its model, which the store refuses. */
async function endedProgram(): Promise<string> {
  const id = await fixture.start({ pipeline: 'train' })
  await holder.tick()
  const key = fixture.key(id)
  engine.start(key)
  engine.output(key, 'model/weights.bin', 'weights')
  engine.end(key, { outcome: 'succeeded', reason: 'Finished.' })
  for (let round = 1; round < TRIES; round += 1) await holder.tick()
  expect(await fixture.info(id)).toMatchObject({ state: 'running' })
  return id
}

/** Runs a training to its end, whose model the store refuses. `holder` keeps it. */
async function endedWithoutModel(): Promise<string> {
  const id = await endedProgram()
  await holder.tick()
  await holder.tick()
  const detail = 'Finished. model/weights.bin was left out: the object store has not taken it yet.'
  expect(await fixture.info(id)).toMatchObject({ state: 'succeeded', detail })
  return id
}

async function letLeasesEnd(): Promise<void> {
  await fixture.deps.database.update(runs).set({ lease_until: sql`now() - interval '1 second'` })
}

const modelsStored = () => stored.filter((path) => path.endsWith('weights.bin')).length

async function expectKeptOnce(id: string): Promise<void> {
  expect(await fixture.info(id)).toMatchObject({ detail: 'Finished.', model_version: '3.1' })
  expect(await fixture.infoFromDatabase(id)).toMatchObject({ owner: null, lease_until: null })
  expect([modelsStored(), forgotten]).toEqual([1, [id]])
}

test('a running server takes over an ended run whose files wait when the server that holds it is killed', async () => {
  const id = await endedWithoutModel()
  isFull = false
  await other.tick()
  expect([modelsStored(), forgotten]).toEqual([0, []])
  await letLeasesEnd()
  await other.tick()
  await expectKeptOnce(id)
})

test('a running server takes over an ended run whose files wait as soon as its server stops', async () => {
  const id = await endedWithoutModel()
  isFull = false
  await holder.close()
  await other.tick()
  await expectKeptOnce(id)
})

test('a server keeps its ended runs whose files wait by renewing their leases, while no run is live', async () => {
  const id = await endedWithoutModel()
  await fixture.deps.database.update(runs).set({ lease_until: sql`now() + interval '1 second'` })
  const before = await fixture.infoFromDatabase(id)
  await holder.tick()
  const after = await fixture.infoFromDatabase(id)
  expect(after?.owner).toBe(before?.owner)
  expect(Date.parse(after?.lease_until ?? '')).toBeGreaterThan(Date.parse(before?.lease_until ?? ''))
  expect(await hasWork(fixture.deps.database)).toBe(true)
  isFull = false
  await holder.tick()
  expect(await hasWork(fixture.deps.database)).toBe(false)
})

test('a server that comes back late leaves an ended run to the one that has taken it over', async () => {
  const id = await endedWithoutModel()
  isFull = false
  pausesAtOutputs = true
  const late = holder.tick()
  await once(events, 'paused')
  await letLeasesEnd()
  isFull = true
  await other.tick()
  isFull = false
  events.emit('go on')
  await late
  expect([modelsStored(), forgotten]).toEqual([0, []])
  await holder.tick()
  expect([modelsStored(), forgotten]).toEqual([0, []])
  await other.tick()
  await expectKeptOnce(id)
})

test('a server whose lease expires while it stores files for the last time leaves none of them out', async () => {
  const id = await endedProgram()
  isFull = false
  pausesAtOutputs = true
  const last = holder.tick()
  await once(events, 'paused')
  await letLeasesEnd()
  events.emit('go on')
  await last
  await holder.tick()
  await expectKeptOnce(id)
})

test('finds the runs of a server by an index, however many have ended', async () => {
  const id = await endedWithoutModel()
  const { $client } = fixture.deps.database
  const owner = (await fixture.infoFromDatabase(id))?.owner ?? ''
  await $client.query(
    `insert into runs
      select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'number', 1000 + n, 'owner', null))).*
      from runs r cross join generate_series(1, 1000) n where r.id = $1`,
    [id],
  )
  await withConnection(database.owner, 'test', (client) => client.query('analyze runs'))
  const statements: { text: string; values: unknown[] }[] = []
  const logged = drizzle($client, {
    logger: { logQuery: (text, values) => statements.push({ text, values }) },
  })
  expect(await renewLeases(logged, owner)).toHaveLength(1)
  expect(await hasWork(logged)).toBe(true)
  await releaseRuns(logged, owner)
  expect(statements).toHaveLength(4)
  for (const { text, values } of statements) {
    const { rows } = await $client.query(`explain ${text}`, values)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('runs_owner')
    expect(plan).not.toContain('Seq Scan')
  }
})
