import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { addStream, createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'

let fixture: RunFixture
afterEach(() => fixture.close())

/** A machine that has room for two runs of the engine's default size at a time. */
const roomForTwo = () => createMemoryEngine({ machine: { cpu: 4, memory_mib: 512 + 2048, gpu: 0 } })

async function states(): Promise<Record<string, number>> {
  const rows = await fixture.deps.database
    .select({ state: runs.state, many: sql<number>`count(*)` })
    .from(runs)
    .groupBy(runs.state)
  return Object.fromEntries(rows.map(({ state, many }) => [state, many]))
}

describe('starting queued runs', () => {
  test('two concurrent servers never start a run twice nor grant more resources than there are', async () => {
    fixture = await createRunFixture({ engine: roomForTwo() })
    const servers = [fixture.loop, fixture.newLoop(), fixture.newLoop()]
    for (let run = 0; run < 7; run += 1) await fixture.start()
    const { engine } = fixture.deps
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(servers.map((server) => server.tick()))
      const { starting = 0, running = 0 } = await states()
      expect(starting + running).toBeLessThanOrEqual(2)
      const seen = await engine.inspect(engine.submitted)
      for (const [index, spec] of engine.submitted.entries())
        if (seen[index]?.phase === 'starting') engine.end(spec, { outcome: 'succeeded' })
    }
    await Promise.all(servers.map((server) => server.tick()))
    expect(await states()).toEqual({ succeeded: 7 })
    const started = engine.submitted.map(({ run }) => run)
    expect(new Set(started).size).toBe(7)
    expect(started).toHaveLength(7)
  })

  test('a waiting run says why it waits and how many are ahead', async () => {
    fixture = await createRunFixture({ engine: roomForTwo() })
    const ids = [await fixture.start(), await fixture.start(), await fixture.start(), await fixture.start()]
    await fixture.loop.tick()
    const [, , third, fourth] = await Promise.all(ids.map((id) => fixture.info(id)))
    const memory = 'Waits for memory: 2.0 GiB of 2.0 GiB in use, this run needs 1.0 GiB. In use by first.'
    expect(third).toMatchObject({ state: 'queued', queue_place: 1, detail: memory })
    expect(fourth).toMatchObject({ state: 'queued', queue_place: 2, detail: `1 run ahead. ${memory}` })
  })

  test('fails a run that an earlier release queued for a GPU without giving it one', async () => {
    fixture = await createRunFixture({ engine: roomForTwo() })
    const [asks, other] = [await fixture.start(), await fixture.start()]
    await fixture.deps.database.execute(sql`update runs set tier_asked = 'high-gpu' where id = ${asks}`)
    await fixture.loop.tick()
    expect(await fixture.info(asks)).toMatchObject({
      state: 'failed',
      detail: 'This run asks for a GPU, and its tier has none: start it again with another tier.',
    })
    expect((await fixture.info(other)).state).not.toBe('queued')
  })

  test('runs wait with the reason while the disk is full, and start once there is room', async () => {
    fixture = await createRunFixture({ engine: roomForTwo() })
    const { engine } = fixture.deps
    const MIB = 2 ** 20
    engine.setDisk({ free: 1000 * MIB, total: 2000 * MIB, reserve: 256 * MIB })
    const first = await fixture.start()
    await fixture.loop.tick()
    engine.setDisk({ free: 120 * MIB, total: 2000 * MIB, reserve: 256 * MIB })
    const second = await fixture.start()
    await fixture.loop.tick()
    expect((await fixture.info(first)).state).not.toBe('queued')
    const full = 'The disk is full: 120 MiB free, 320 MiB needed.'
    expect(await fixture.info(second)).toMatchObject({ state: 'queued', detail: full })
    engine.setDisk({ free: 320 * MIB, total: 2000 * MIB, reserve: 256 * MIB })
    await fixture.loop.tick()
    expect((await fixture.info(second)).state).not.toBe('queued')
  })

  test('workspaces take turns, and other workspaces are not named', async () => {
    fixture = await createRunFixture({ engine: roomForTwo() })
    const other = await addStream(fixture, fixture.people.second.id, metadataForTests())
    const mine = [await fixture.start(), await fixture.start(), await fixture.start()]
    const theirs = await fixture.startAs('outsider', other.stream)
    await fixture.loop.tick()
    const under = fixture.deps.engine.submitted.map(({ run }) => run)
    expect(under.toSorted()).toEqual([mine[0], theirs].toSorted())
    expect((await fixture.info(mine[1] ?? '')).detail).toMatch(/In use by first and other workspaces\.$/)
  })

  test('a large run that does not fit is not overtaken by smaller ones', async () => {
    fixture = await createRunFixture({ engine: roomForTwo() })
    await fixture.setTiers([
      { name: 'low', instance: '1cpu-1gib' },
      { name: 'high', instance: '2cpu-2gib' },
    ])
    const small = await fixture.start({ execution_spec: 'low' })
    const large = await fixture.start({ execution_spec: 'high' })
    const last = await fixture.start({ execution_spec: 'low' })
    await fixture.loop.tick()
    expect((await fixture.info(large)).state).toBe('queued')
    expect(await fixture.info(last)).toMatchObject({ state: 'queued', detail: '1 run ahead.' })
    fixture.deps.engine.end(fixture.key(small), { outcome: 'succeeded' })
    await fixture.loop.tick()
    await fixture.loop.tick()
    expect((await fixture.info(large)).state).toBe('starting')
    expect((await fixture.info(last)).state).toBe('queued')
  })

  test('retries an engine that does not answer, and the run says so', async () => {
    fixture = await createRunFixture()
    const second = await fixture.start()
    fixture.deps.engine.fail(new Error('connection refused'))
    await fixture.loop.tick().catch(() => undefined)
    expect(await fixture.infoFromDatabase(second)).toMatchObject({
      state: 'starting',
      detail: 'The run could not be started yet; trying again.',
    })
    fixture.deps.engine.fail(null)
    await fixture.loop.tick()
    fixture.deps.engine.start(fixture.key(second))
    await fixture.loop.tick()
    expect(await fixture.info(second)).toMatchObject({ state: 'running', detail: 'Running.' })
  })
})
