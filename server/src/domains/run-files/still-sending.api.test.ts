import { listArtifacts, readLog } from '@podium/contract/calls/run-files.ts'
import { deleteStream } from '@podium/contract/calls/streams.ts'
import { deleteWorkspace } from '@podium/contract/calls/workspaces.ts'
import { createTestDatabase } from '@podium/database/testing/test-database.ts'
import { attemptName } from '@podium/engines/kubernetes/names.ts'
import { LOG_BEGINS } from '@podium/engines/kubernetes/runner/commands.ts'
import { createRunnerCalls } from '@podium/engines/kubernetes/runner-calls.ts'
import { type FakeEngine, openFakeEngine } from '@podium/engines/kubernetes/testing/fake-engine.ts'
import { container, ended, RUNS } from '@podium/engines/kubernetes/testing/pod-states.ts'
import { observeUntil, waitFor } from '@podium/engines/testing/watching.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { type ObjectStore, StoreAway } from '@podium/storage/object-store.ts'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { objectSource } from '../../start/object-source.ts'
import { createRunLoop } from '../run-loop/run-loop.ts'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { createAttempts } from './attempts/attempt-store.ts'

const SENDING = 'Its files are still being sent from its node.'
const MISSING = 'Some of what it wrote may be missing.'
const FIGURES = '{"step":1,"loss":9}\n{"step":2,"loss":8}\n'
/** Large enough that its bytes go to the store when they come. */
const WEIGHTS = Buffer.alloc(100_000, 'w')
const NINE_MINUTES = 9 * 60

let isAway: boolean
let here: FakeEngine
let fixture: RunFixture<FakeEngine['engine']>
let lines: { msg: string }[]

function storeThatGoesAway(): ObjectStore {
  const store = createMemoryStore()
  return {
    ...store,
    async put(...call) {
      if (isAway) throw new StoreAway('The object store does not answer (ECONNREFUSED).')
      return store.put(...call)
    },
  }
}

beforeAll(async () => {
  const database = await createTestDatabase()
  const objects = storeThatGoesAway()
  const log = pino({ level: 'silent' })
  const attempts = createAttempts({ database: database.database, objects, log })
  here = await openFakeEngine({ attempts })
  const { engine, clock } = here
  const runner = createRunnerCalls({ attempts, objects: objectSource(objects), unpackLimit: 2 ** 24, clock })
  fixture = await createRunFixture({ engine, objects, database, runner })
  return async () => {
    await here.close()
    await attempts.close()
    await fixture.close()
  }
})
beforeEach(async () => {
  isAway = false
  await fixture.startOver()
  nextServer()
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Another server takes the place of the one that drives the runs, and its log is kept. */
function nextServer(): void {
  lines = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const owner = `server ${Math.random()}`
  fixture.loop = createRunLoop({ ...fixture.deps, log, owner, backOff: () => 0 })
}

/** Sends a call as the pod of the run. */
interface FakePod {
  /** @returns the status of the answer */
  sendWeights(from?: number, to?: number): Promise<number>
  sendLog(from: number, text: string): Promise<number>
  sendFigures(): Promise<number>
  exits(code?: number, at?: Date): Promise<void>
  /** Says that all has been sent. */
  sendsAll(outputs: { path: string; size: number }[], logSize: number): Promise<void>
}

/** A training under way that has said `one`. */
async function running(): Promise<{ id: string; pod: FakePod }> {
  const id = await fixture.start({ pipeline: 'train' })
  await fixture.loop.tick()
  const key = fixture.key(id)
  await waitFor('the pod', async () => here.controllers.podOf(attemptName(key)) ?? null)
  here.say(key, RUNS)
  await observeUntil(here.engine, key, ({ phase }) => phase === 'running')
  await fixture.loop.tick()
  const pod = podWith(await here.attempts.makeToken(key))
  await pod.sendLog(0, 'one\n')
  return { id, pod }
}

function podWith(token: string): FakePod {
  async function send(call: string, query: Record<string, string>, payload: Buffer | string | object) {
    const { statusCode, body } = await fixture.app.inject({
      method: 'POST',
      url: `/api/v1/runner/${call}?${new URLSearchParams(query)}`,
      headers: { host: 'podium.podium.svc', authorization: `Bearer ${token}` },
      payload,
    })
    return { statusCode, body }
  }
  const output = async (path: string, offset: number, bytes: Buffer | string) =>
    (await send('output', { path, offset: String(offset) }, bytes)).statusCode
  return {
    sendWeights: (from = 0, to = WEIGHTS.length) =>
      output('model/weights.bin', from, WEIGHTS.subarray(from, to)),
    sendFigures: () => output('metrics.jsonl', 0, FIGURES),
    sendLog: async (from, text) =>
      (await send('log', { type: 'process', offset: String(from) }, text)).statusCode,
    async exits(exit_code = 0, at = here.clock()) {
      await send('exit', {}, { exit_code, started_at: at, ended_at: at })
    },
    async sendsAll(outputs, logSize) {
      const { body } = await send(
        'end',
        {},
        { logs: { pipeline: 0, process: logSize }, outputs, left_out: [] },
      )
      expect(JSON.parse(body)).toMatchObject({ is_complete: true })
    },
  }
}

const ALL = [
  { path: 'metrics.jsonl', size: FIGURES.length },
  { path: 'model/weights.bin', size: WEIGHTS.length },
]

async function sendRest(pod: FakePod): Promise<void> {
  expect([await pod.sendFigures(), await pod.sendWeights()]).toEqual([200, 200])
  await pod.sendsAll(ALL, 4)
}

/** A training that has ended while its pod cannot send its outputs. */
async function endedSending(): Promise<{ id: string; pod: FakePod }> {
  const started = await running()
  isAway = true
  await started.pod.exits()
  here.pass(NINE_MINUTES)
  await fixture.loop.tick()
  expect(await fixture.info(started.id)).toMatchObject({ detail: `Finished. ${SENDING}` })
  return started
}

async function pathsOf(id: string): Promise<string[]> {
  const { artifacts } = await fixture.as('member').call(listArtifacts, { params: { id } })
  return artifacts.map(({ path }) => path)
}

async function modelOf(id: string): Promise<number | null | undefined> {
  return (await fixture.infoFromDatabase(id))?.model_number
}

const logOf = async (id: string) =>
  (await fixture.as('member').ask(readLog, { params: { id }, query: { log_type: 'process' } })).body

async function expectAllOf(id: string): Promise<void> {
  const info = await fixture.info(id)
  expect(info).toMatchObject({
    state: 'succeeded',
    detail: 'Finished.',
    metrics: { loss: 8 },
    series: ['loss'],
  })
  for (const name of ['kept_later', 'warnings', 'figure_warnings']) expect(info.raw).not.toHaveProperty(name)
  expect([await pathsOf(id), await modelOf(id)]).toEqual([ALL.map(({ path }) => path), 1])
  expect(await logOf(id)).toBe('one\n')
  await expectForgotten(id)
}

async function expectForgotten(id: string): Promise<void> {
  expect(await here.attempts.find(fixture.key(id))).toBeNull()
  expect(here.job(fixture.key(id))).toBeUndefined()
}

describe('a run whose pod cannot send its files because the store is away', () => {
  test('ends within ten minutes, and has them hours later when the store is back', async () => {
    const { id, pod } = await running()
    isAway = true
    await pod.exits()
    expect(await pod.sendWeights()).toBe(503)
    await fixture.loop.tick()
    expect(await fixture.info(id)).toMatchObject({
      state: 'running',
      detail: expect.stringContaining(
        'its output is being saved. The object store does not answer right now.',
      ),
    })
    here.pass(NINE_MINUTES)
    await fixture.loop.tick()
    const sending = {
      state: 'succeeded',
      detail: `Finished. ${SENDING}`,
      exit_code: 0,
      log_types: [{ size: 4 }],
    }
    expect(await fixture.info(id)).toMatchObject(sending)
    expect([await pathsOf(id), await modelOf(id), await logOf(id)]).toEqual([[], null, 'one\n'])
    for (let hour = 0; hour < 5; hour += 1) {
      here.pass(3600)
      expect(await pod.sendWeights()).toBe(503)
      await fixture.loop.tick()
    }
    expect(await fixture.info(id)).toMatchObject(sending)
    expect([here.job(fixture.key(id)) !== undefined, lines]).toEqual([true, []])
    isAway = false
    await sendRest(pod)
    await fixture.loop.tick()
    await expectAllOf(id)
  })

  test('has them also from a server that started meanwhile', async () => {
    const { id, pod } = await endedSending()
    await fixture.loop.close()
    nextServer()
    await fixture.loop.tick()
    expect(await fixture.info(id)).toMatchObject({ state: 'succeeded', detail: `Finished. ${SENDING}` })
    isAway = false
    await sendRest(pod)
    await fixture.loop.tick()
    await expectAllOf(id)
  })

  test('says what may be missing when its pod is lost meanwhile', async () => {
    const { id } = await endedSending()
    isAway = false
    here.say(fixture.key(id), { phase: 'Failed', containerStatuses: [container('keep', ended(137))] })
    await waitFor('the end of sending', async () => {
      await fixture.loop.tick()
      return (await fixture.info(id)).detail === `Finished. ${SENDING}` ? null : true
    })
    expect(await fixture.info(id)).toMatchObject({
      state: 'succeeded',
      detail: expect.stringContaining(`Finished. ${MISSING}`),
    })
    expect(await logOf(id)).toBe('one\n')
    await expectForgotten(id)
  })

  test.each([
    ['it', (id: string) => fixture.as('manager').call(deleteStream, { params: { id } })],
    [
      'its workspace',
      () => fixture.as('admin').call(deleteWorkspace, { params: { id: fixture.people.first.id } }),
    ],
  ])('leaves nothing behind when %s is deleted meanwhile', async (_, deleteIt) => {
    const { id } = await endedSending()
    await deleteIt(id)
    await fixture.loop.tick()
    await expectForgotten(id)
  })

  test('says why it failed once the log with the reason has come', async () => {
    const text =
      'one\nTraceback (most recent call last):\n  File "a.py", line 1\nValueError: no such column\n'
    const { id, pod } = await running()
    here.cluster.logs.set(
      here.controllers.podOf(attemptName(fixture.key(id)))?.metadata.name ?? '',
      `${LOG_BEGINS}${text}Ended by the launcher\n`,
    )
    isAway = true
    await pod.exits(1)
    here.pass(NINE_MINUTES)
    await fixture.loop.tick()
    const sentence = `Exit code 1; last line: Ended by the launcher. ${SENDING}`
    expect(await fixture.info(id)).toMatchObject({ state: 'failed', detail: sentence })
    isAway = false
    await pod.sendLog(0, `${text}Ended by the launcher\n`)
    await pod.sendsAll([], text.length + 22)
    await fixture.loop.tick()
    expect(await fixture.info(id)).toMatchObject({
      state: 'failed',
      detail: 'Exit code 1: ValueError: no such column',
      failure: { title: 'ValueError: no such column', line: 1 },
    })
  })
})

test('a run whose pod sends for longer than nine minutes has no half of a file before it has all', async () => {
  const { id, pod } = await running()
  await pod.exits()
  await pod.sendWeights(0, 50_000)
  here.pass(NINE_MINUTES)
  await fixture.loop.tick()
  expect(await fixture.info(id)).toMatchObject({ state: 'succeeded', detail: `Finished. ${SENDING}` })
  expect([await pathsOf(id), await modelOf(id)]).toEqual([[], null])
  await pod.sendWeights(50_000)
  await pod.sendFigures()
  await fixture.loop.tick()
  expect([await pathsOf(id), await modelOf(id)]).toEqual([[], null])
  await pod.sendsAll(ALL, 4)
  await fixture.loop.tick()
  await expectAllOf(id)
})

test('a run whose pod had all sent late does not wait another nine minutes for the store', async () => {
  const { id, pod } = await running()
  await pod.exits(0, new Date(Date.now() - NINE_MINUTES * 1000))
  await sendRest(pod)
  isAway = true
  await fixture.loop.tick()
  expect(await fixture.info(id)).toMatchObject({ state: 'running' })
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 31_000)
  await fixture.loop.tick()
  expect(await fixture.info(id)).toMatchObject({ state: 'succeeded' })
  vi.restoreAllMocks()
  isAway = false
  await fixture.loop.tick()
  await expectAllOf(id)
})
