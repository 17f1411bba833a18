import { EventEmitter, once } from 'node:events'
import { runs } from '@podium/database/schema/runs.ts'
import { createMemoryEngine, type MemoryEngine } from '@podium/engines/memory.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { readLocation } from '../run-records/run-row.ts'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { archiveName, attemptPrefix } from '../solutions/object-paths.ts'
import { createRunLoop } from './run-loop.ts'

const isLong = process.env.PODIUM_LONG === '1'
const WHEN = ['before', 'after'] as const
/** The long form kills before and after each call, the short one at every third call, before and after in turn. */
const STEP = isLong ? 1 : 3
const momentsOf = (call: number) => (isLong ? WHEN : [call % 2 === 1 ? WHEN[0] : WHEN[1]])

class Killed extends Error {}

/** Wraps a server's dependencies so that after a number of calls every further call fails and has no effect. */
function mortal(callsToLive: number, when: 'before' | 'after') {
  let calls = 0
  const wrap = <T extends object>(thing: T): T =>
    new Proxy(thing, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          calls += 1
          if (calls > callsToLive || (calls === callsToLive && when === 'before')) throw new Killed()
          const result: unknown = value.apply(target, args)
          if (calls < callsToLive || !(result instanceof Promise)) return result
          return result.then(() => {
            throw new Killed()
          })
        }
      },
    })
  return { wrap, calls: () => calls }
}

let fixture: RunFixture<MemoryEngine>
beforeAll(async () => {
  fixture = await createRunFixture({ engine: createMemoryEngine() })
  return () => fixture.close()
})

/** Ticks until the run has ended, and plays the engine's part as soon as the attempt exists. */
async function liveThrough(loop: { tick(): Promise<void> }, id: string): Promise<void> {
  const { engine } = fixture.deps
  const key = fixture.key(id)
  for (let round = 0; round < 6; round += 1) {
    await loop.tick().catch(() => undefined)
    const [seen] = await engine.inspect([key])
    if (seen?.phase === 'starting') {
      engine.start(key)
      engine.log(key, 'process', 'one\n')
      engine.output(key, 'model/weights.json', '[1]')
      engine.output(key, 'report.txt', 'good')
    } else if (seen?.phase === 'running') engine.end(key, { outcome: 'succeeded' })
  }
}

async function letLeasesEnd(): Promise<void> {
  await fixture.deps.database.update(runs).set({ lease_until: sql`now() - interval '1 second'` })
}

/** Creates a server that blocks at its first such call to the engine until it is told to go on. */
function standsStillAt(call: 'outputs' | 'prepare') {
  const { engine, database, objects, config, secrets, log } = fixture.deps
  const standing = new EventEmitter()
  const reached = once(standing, 'reached')
  const halting = new Proxy(engine, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name !== call || typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        if (standing.emit('reached')) await once(standing, 'go on')
        return value.apply(target, args)
      }
    },
  })
  const owner = `stands still at ${call}`
  const slow = createRunLoop({
    database,
    engine: halting,
    objects,
    config,
    secrets,
    log,
    owner,
    backOff: () => 0,
  })
  return { slow, reached, goOn: () => standing.emit('go on') }
}

/** Reads the run's archive in the bucket; a rewritten one has another etag. */
async function archiveOf(id: string) {
  const { database, objects } = fixture.deps
  const location = await readLocation(database, id)
  if (!location) throw new Error('there is no such run')
  const found = await objects.stat(location.bucket, `${attemptPrefix(location)}${archiveName('train')}`)
  expect(found).not.toBeNull()
  return found
}

describe('a server that is killed', () => {
  test('at any call to engine or store leaves a run that the next server finishes exactly once', async () => {
    const { database, engine, objects } = fixture.deps
    let models = 0
    for (let call = 1, reached = true; reached; call += STEP) {
      for (const when of momentsOf(call)) {
        const id = await fixture.start()
        const { wrap, calls } = mortal(call, when)
        const dyingLoop = createRunLoop({
          database,
          engine: wrap(engine),
          objects: wrap<ObjectStore>(objects),
          config: fixture.deps.config,
          secrets: fixture.deps.secrets,
          log: fixture.deps.log,
          owner: `doomed ${call} ${when}`,
          backOff: () => 0,
        })
        await liveThrough(dyingLoop, id)
        reached = calls() >= call
        await letLeasesEnd()
        await liveThrough(fixture.newLoop(), id)
        models += 1
        expect(await fixture.info(id), `killed ${when} call ${call}`).toMatchObject({
          state: 'succeeded',
          stored: true,
          artifact_bytes: 7,
          model_version: `3.${models}`,
          log_types: [{ log_type: 'process', size: 4 }],
        })
        expect(engine.submitted.filter(({ run }) => run === id)).toHaveLength(1)
        expect(await engine.inspect([fixture.key(id)])).toEqual([{ phase: 'absent' }])
      }
    }
    expect(models).toBeGreaterThan(isLong ? 40 : 7)
  })

  test('loses its runs only when its lease has expired, and can write nothing afterwards', async () => {
    const { engine, database } = fixture.deps
    const [slow, next] = [fixture.newLoop(), fixture.newLoop()]
    const id = await fixture.start()
    await slow.tick()
    const [before] = await database.select().from(runs).where(eq(runs.id, id))
    await next.tick()
    const [held] = await database.select().from(runs).where(eq(runs.id, id))
    expect(held?.owner).toBe(before?.owner)
    await letLeasesEnd()
    await next.tick()
    const [taken] = await database.select().from(runs).where(eq(runs.id, id))
    expect(taken?.owner).not.toBe(before?.owner)
    engine.end(fixture.key(id), { outcome: 'failed', exit_code: 3, reason: 'Exit code 3; last line: boom' })
    await slow.tick()
    expect((await fixture.info(id)).state).toBe('starting')
    await next.tick()
    expect(await fixture.info(id)).toMatchObject({ state: 'failed', exit_code: 3 })
  })

  test("while it stores a run's files does not overwrite those that the next server stored", async () => {
    const { engine } = fixture.deps
    const { slow, reached, goOn } = standsStillAt('outputs')
    const id = await fixture.start()
    await slow.tick()
    engine.start(fixture.key(id))
    engine.output(fixture.key(id), 'report.txt', 'good')
    engine.end(fixture.key(id), { outcome: 'succeeded' })
    const collecting = slow.tick()
    await reached
    await letLeasesEnd()
    await liveThrough(fixture.newLoop(), id)
    const kept = await archiveOf(id)
    goOn()
    await collecting
    expect(await archiveOf(id)).toEqual(kept)
    expect(await fixture.info(id)).toMatchObject({ state: 'succeeded', artifact_bytes: 4 })
  })

  test('before it starts a run does not start it again after the next server has finished it', async () => {
    const { engine } = fixture.deps
    const { slow, reached, goOn } = standsStillAt('prepare')
    const id = await fixture.start()
    const starting = slow.tick()
    await reached
    await letLeasesEnd()
    await liveThrough(fixture.newLoop(), id)
    goOn()
    await starting
    expect(engine.submitted.filter(({ run }) => run === id)).toHaveLength(1)
    expect((await fixture.info(id)).state).toBe('succeeded')
  })

  test('leaves a run that the next server fails if the engine has lost it too', async () => {
    const lost = await createRunFixture({ engine: createMemoryEngine() })
    const id = await lost.start()
    await lost.loop.tick()
    const { database, objects, config, secrets, log } = lost.deps
    await lost.loop.close()
    const elsewhere = createRunLoop({
      database,
      objects,
      config,
      secrets,
      log,
      engine: createMemoryEngine(),
      owner: 'elsewhere',
    })
    await elsewhere.tick()
    expect(await lost.info(id)).toMatchObject({
      state: 'failed',
      status: 'failed',
      detail: 'The engine no longer knows this run: start it again.',
    })
    await lost.close()
  })
})
