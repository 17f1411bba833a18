import { editQuotas } from '@podium/contract/calls/quotas.ts'
import { readLog } from '@podium/contract/calls/run-files.ts'
import { stopRun } from '@podium/contract/calls/runs.ts'
import { putVariable } from '@podium/contract/calls/variables.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { runSecrets } from '@podium/database/schema/variables.ts'
import { StartRefused } from '@podium/engines/engine.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addStream, createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'

const WAITING = 'Waiting for run line-3-1, which installs the same packages.'

/** A machine with room for two runs at a time. */
const MACHINE = { cpu: 4, memory_mib: 512 + 2048, gpu: 0 }

let fixture: RunFixture
let other: string
beforeAll(async () => {
  fixture = await createRunFixture({ engine: createMemoryEngine({ machine: MACHINE }) })
  return () => fixture.close()
})
beforeEach(async () => {
  await fixture.startOver()
  other = (await addStream(fixture, fixture.people.first.id, metadataForTests(), 'other')).stream
})

const stateOf = async (id: string) => (await fixture.info(id)).state

/** Starts a run that installs packages and one that was deferred because it needs the same packages. */
async function oneWaiting(): Promise<[string, string]> {
  const [installs, waits] = [await fixture.start(), await fixture.start()]
  await fixture.loop.tick()
  defer(waits)
  await fixture.loop.tick()
  return [installs, waits]
}

function defer(id: string): void {
  const { engine } = fixture.deps
  engine.defers(fixture.key(id), WAITING)
  engine.end(fixture.key(id), { outcome: 'deferred' })
}

test('a run of another solution starts while a deferred run waits for packages', async () => {
  const [installs, waits] = await oneWaiting()
  const [second, third] = [await fixture.startAs('member', other), await fixture.startAs('member', other)]
  await fixture.loop.tick()
  expect(await stateOf(installs)).toBe('starting')
  expect(await fixture.info(waits)).toMatchObject({
    state: 'queued',
    status: 'pending',
    detail: WAITING,
    queue_place: 1,
    progress: null,
    started_at: null,
  })
  expect(await stateOf(second)).toBe('starting')
  expect((await fixture.info(third)).detail).toMatch(/^Waits for memory: /)
})

test('a run that waited for packages starts before later ones, as the same attempt, and counts as one wait', async () => {
  const { engine, metrics } = fixture.deps
  const waited = () =>
    metrics
      .families()
      .find(({ name }) => name === 'podium_run_wait_seconds')
      ?.samples.find(({ suffix }) => suffix === '_count')?.value ?? 0
  const before = waited()
  const [, waits] = await oneWaiting()
  const [second, third] = [await fixture.startAs('member', other), await fixture.startAs('member', other)]
  await fixture.loop.tick()
  engine.defers(fixture.key(waits), null)
  engine.end(fixture.key(second), { outcome: 'succeeded' })
  await fixture.loop.tick()
  await fixture.loop.tick()
  expect([await stateOf(waits), await stateOf(third)]).toEqual(['starting', 'queued'])
  engine.start(fixture.key(waits))
  engine.end(fixture.key(waits), { outcome: 'succeeded' })
  await fixture.loop.tick()
  expect(await fixture.info(waits)).toMatchObject({ state: 'succeeded', attempt: 1 })
  expect(waited() - before).toBe(3)
})

test('a run that waits for packages does not count against the limits of its workspace', async () => {
  const params = { id: fixture.people.first.id }
  await fixture.as('admin').call(editQuotas, { params, body: { runs: 2 } })
  await oneWaiting()
  const second = await fixture.startAs('member', other)
  await fixture.loop.tick()
  expect(await stateOf(second)).toBe('starting')
})

test('a run that waits for packages holds back no run by a limit that it would reach', async () => {
  await fixture.setTiers([
    { name: 'low', instance: '1cpu-1gib' },
    { name: 'high', instance: '2cpu-1gib' },
  ])
  await fixture.start({ execution_spec: 'low' })
  const waits = await fixture.start({ execution_spec: 'high' })
  await fixture.loop.tick()
  defer(waits)
  await fixture.loop.tick()
  const params = { id: fixture.people.first.id }
  await fixture.as('admin').call(editQuotas, { params, body: { cpu: 2 } })
  const second = await fixture.startAs('member', other, { execution_spec: 'low' })
  await fixture.loop.tick()
  expect(await stateOf(second)).toBe('starting')
  expect((await fixture.info(waits)).detail).toBe(WAITING)
})

test('a run fails with the message of the installation that it waited for', async () => {
  const [, waits] = await oneWaiting()
  const sentence = 'No version of podium-none fits: correct its name or its version.'
  fixture.deps.engine.defers(fixture.key(waits), new StartRefused(sentence))
  await fixture.loop.tick()
  expect(await fixture.info(waits)).toMatchObject({ state: 'failed', detail: sentence })
})

test('a run that waits for packages is stopped at once', async () => {
  const [, waits] = await oneWaiting()
  await fixture.as('member').call(stopRun, { params: { id: waits } })
  expect(await stateOf(waits)).toBe('stopped')
})

test('a run that was asked to stop while it was deferred ends stopped', async () => {
  const waits = await fixture.start()
  await fixture.loop.tick()
  await fixture.as('member').call(stopRun, { params: { id: waits } })
  defer(waits)
  await fixture.loop.tick()
  expect(await fixture.info(waits)).toMatchObject({ state: 'stopped', detail: 'Stopped by The member.' })
  expect(await fixture.deps.engine.inspect([fixture.key(waits)])).toEqual([{ phase: 'absent' }])
})

test('a run is still deferred after its server was killed in the middle of it', async () => {
  const waits = await fixture.start()
  await fixture.loop.tick()
  defer(waits)
  const { engine } = fixture.deps
  const { forget } = engine
  engine.forget = async () => {
    throw new Error('killed')
  }
  await fixture.loop.tick()
  expect(await fixture.infoFromDatabase(waits)).toMatchObject({ state: 'starting', submitted: false })
  engine.forget = forget
  await fixture.loop.tick()
  await fixture.loop.tick()
  expect(await fixture.info(waits)).toMatchObject({ state: 'queued', detail: WAITING })
  engine.defers(fixture.key(waits), null)
  const next = fixture.newLoop()
  await next.tick()
  expect(await stateOf(waits)).toBe('starting')
})

test('masks a secret that the workspace got while a run waited for packages', async () => {
  const [, waits] = await oneWaiting()
  const { engine, database } = fixture.deps
  const params = { id: fixture.people.first.id, name: 'TOKEN' }
  const body = { value: 'hunter2-hunter2', secret: true }
  await fixture.as('manager').call(putVariable, { params, body })
  engine.defers(fixture.key(waits), null)
  await fixture.loop.tick()
  engine.start(fixture.key(waits))
  engine.log(fixture.key(waits), 'process', 'the token is hunter2-hunter2\n')
  const log = await fixture
    .as('member')
    .ask(readLog, { params: { id: waits }, query: { log_type: 'process' } })
  expect(log.body).toMatch(/^the token is \*+\n$/)

  defer(waits)
  await fixture.loop.tick()
  engine.defers(fixture.key(waits), new StartRefused('No version fits.'))
  await fixture.loop.tick()
  expect(await stateOf(waits)).toBe('failed')
  expect(await database.select().from(runSecrets)).toEqual([])
})
