import { Readable } from 'node:stream'
import { putObject } from '@podium/contract/calls/objects.ts'
import { followLog, listArtifacts, readLog } from '@podium/contract/calls/run-files.ts'
import { stopRun } from '@podium/contract/calls/runs.ts'
import { readHealth } from '@podium/contract/calls/system.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { type ObjectStore, StoreAway, StoreFails, StoreRefuses } from '@podium/storage/object-store.ts'
import { meaningOf } from '@podium/storage/s3/refusals.ts'
import { REFUSALS_OF_SERVICES } from '@podium/storage/testing/refusals-of-services.ts'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRunLoop } from '../run-loop/run-loop.ts'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { sentEvents } from '../runs/testing/sent-events.ts'

/** tries before the run ends without the files that the store refuses */
const TRIES = 12

const engine = createMemoryEngine()
let refusalOf: (path: string) => unknown
let whilePutting: (path: string) => Promise<void>
let forgotten: string[]
let puts: string[]

function refusingStore(): ObjectStore {
  const store = createMemoryStore()
  return {
    ...store,
    async put(bucket, path, body, options) {
      puts.push(path)
      await whilePutting(path)
      const refusal = refusalOf(path)
      if (refusal) throw refusal
      return store.put(bucket, path, body, options)
    },
    async check() {
      const refusal = refusalOf('checked')
      if (refusal) throw refusal
    },
  }
}

let fixture: RunFixture
beforeAll(async () => {
  const { forget } = engine
  engine.forget = async (key) => {
    forgotten.push(key.run)
    return forget(key)
  }
  fixture = await createRunFixture({ engine, objects: refusingStore() })
  return () => fixture.close()
})
beforeEach(async () => {
  refusalOf = () => undefined
  whilePutting = async () => undefined
  forgotten = []
  puts = []
  await fixture.startOver()
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Starts a training that has left a log, a small file and a model. */
async function running(): Promise<string> {
  const id = await fixture.start({ pipeline: 'train' })
  await fixture.loop.tick()
  const key = fixture.key(id)
  engine.start(key)
  engine.log(key, 'process', 'one\n')
  engine.output(key, 'good.csv', 'a,b')
  engine.output(key, 'model/weights.bin', 'weights')
  return id
}

function end(id: string): void {
  engine.end(fixture.key(id), { outcome: 'succeeded', reason: 'Finished.' })
}

async function ended(): Promise<string> {
  const id = await running()
  end(id)
  return id
}

async function rounds(count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) await fixture.loop.tick()
}

async function pathsOf(id: string): Promise<string[]> {
  const { artifacts } = await fixture.as('member').call(listArtifacts, { params: { id } })
  return artifacts.map(({ path }) => path)
}

async function modelOf(id: string): Promise<number | null | undefined> {
  return (await fixture.infoFromDatabase(id))?.model_number
}

const NOT_TAKEN = 'model/weights.bin was left out: the object store has not taken it yet.'

describe('a file that the store never accepts', () => {
  test.each([
    ['fails at', new StoreFails('The object store answered 500 InternalError.')],
    ['refuses', new StoreRefuses('The object store refuses the keys: tell an administrator.')],
  ])('and %s alone is left out by its name, and the others are kept and sent once', async (_, refusal) => {
    refusalOf = (path) => path.endsWith('weights.bin') && refusal
    const id = await ended()
    await rounds(TRIES - 1)
    expect(await fixture.info(id)).toMatchObject({ state: 'running' })
    await rounds(1)
    expect(await fixture.info(id)).toMatchObject({
      state: 'succeeded',
      detail: `Finished. ${NOT_TAKEN}`,
      log_types: [{ size: 4 }],
    })
    expect([await pathsOf(id), await modelOf(id)]).toEqual([['good.csv'], null])
    const sent = (name: string) => puts.filter((path) => path.endsWith(name)).length
    expect([sent('weights.bin'), sent('good.csv'), sent('process.log')]).toEqual([TRIES, 1, 1])
  })

  test('is stored with its model once the store accepts it, also by another server', async () => {
    refusalOf = (path) => path.endsWith('weights.bin') && new StoreRefuses('It is full.')
    const id = await ended()
    await rounds(TRIES)
    expect(forgotten).toEqual([])
    await fixture.loop.close()
    fixture.loop = fixture.newLoop()
    await rounds(2)
    expect([(await fixture.info(id)).detail, forgotten]).toEqual([`Finished. ${NOT_TAKEN}`, []])
    refusalOf = () => undefined
    await rounds(1)
    expect(await fixture.info(id)).toMatchObject({ state: 'succeeded', detail: 'Finished.' })
    expect(await modelOf(id)).toBe(1)
    expect((await fixture.info(id)).raw).toEqual({})
    expect([await pathsOf(id), forgotten]).toEqual([['good.csv', 'model/weights.bin'], [id]])
  })

  test('does not keep a run that is being stopped from ending', async () => {
    refusalOf = () => new StoreAway('The object store does not answer (ECONNREFUSED).')
    const id = await ended()
    await rounds(1)
    await fixture.as('member').call(stopRun, { params: { id } })
    await rounds(3)
    expect((await fixture.info(id)).state).toBe('succeeded')
  })
})

describe('a file that the store refuses for good', () => {
  /** Runs a run to its end while the store is away. */
  async function endedMeanwhile(): Promise<string> {
    refusalOf = () => new StoreAway('The object store does not answer (ECONNREFUSED).')
    const id = await ended()
    await rounds(TRIES)
    refusalOf = (path) => path.endsWith('weights.bin') && new StoreRefuses('It is refused.')
    return id
  }

  const sevenDaysPass = (id: string) =>
    fixture.deps.database.execute(`update runs set ended_at = now() - interval '8 days' where id = '${id}'`)

  const ARCHIVE = 'train_artifacts.tar.gz'
  const archivesSent = () => puts.filter((path) => path.startsWith('streams/') && path.endsWith(ARCHIVE))
  const archivesOfVersion = () =>
    puts.filter((path) => path === `ai-solutions/penguins/v3/train/artifacts/${ARCHIVE}`)

  test('is the only one named once the others are stored, with an archive of those', async () => {
    const id = await endedMeanwhile()
    puts = []
    await rounds(3)
    expect((await fixture.info(id)).detail).toBe(`Finished. ${NOT_TAKEN}`)
    expect([await pathsOf(id), archivesSent().length, forgotten]).toEqual([['good.csv'], 1, []])
    expect(archivesOfVersion()).toHaveLength(0)
    refusalOf = () => undefined
    await rounds(1)
    expect(await fixture.info(id)).toMatchObject({ detail: 'Finished.', raw: {} })
    expect([await modelOf(id), archivesSent().length]).toEqual([1, 2])
    expect(archivesOfVersion()).toHaveLength(1)
    expect(puts.filter((path) => path.endsWith('good.csv'))).toHaveLength(1)
  })

  test('is lost after seven days, in the sentence of the run and in the log', async () => {
    const id = await endedMeanwhile()
    await sevenDaysPass(id)
    const lines = await logOfRound()
    const lost = 'model/weights.bin was lost: the object store has not taken it within 7 days.'
    expect(await fixture.info(id)).toMatchObject({ detail: `Finished. ${lost}`, raw: { warnings: [lost] } })
    expect([await pathsOf(id), forgotten]).toEqual([['good.csv'], [id]])
    expect(lines.map(({ msg }) => msg)).toEqual(['model/weights.bin of a run is lost.'])
    expect(archivesSent().length).toBe(1)
  })

  /** So many files are refused that a round ends before it has tried the others. */
  async function endedWithManyRefused(): Promise<string> {
    refusalOf = (path) => /\/a\d$/.test(path) && new StoreRefuses('It is refused.')
    const id = await running()
    for (let file = 0; file < 6; file += 1) engine.output(fixture.key(id), `a${file}`, 'a')
    end(id)
    await rounds(TRIES)
    expect(await pathsOf(id)).toEqual([])
    return id
  }

  test('does not prevent others from being stored after many failed rounds', async () => {
    const id = await endedWithManyRefused()
    await rounds(13)
    expect([await pathsOf(id), await modelOf(id)]).toEqual([['good.csv', 'model/weights.bin'], 1])
    expect([archivesSent().length, forgotten]).toEqual([1, []])
    expect((await fixture.info(id)).raw).toMatchObject({ kept_later: 'Finished.' })
  })

  test('is tried once more with all others before it is lost', async () => {
    const id = await endedWithManyRefused()
    await sevenDaysPass(id)
    await rounds(1)
    expect([await pathsOf(id), await modelOf(id)]).toEqual([['good.csv', 'model/weights.bin'], 1])
  })

  test("is lost, and the run's sentence says so, if the engine has lost the run", async () => {
    const id = await endedMeanwhile()
    await engine.forget(fixture.key(id))
    const lines = await logOfRound()
    const lost = 'Some of its files were lost: the engine no longer has them.'
    expect((await fixture.info(id)).detail).toBe(`Finished. ${lost}`)
    expect(lines.map(({ msg }) => msg)).toEqual(['Files of a run are lost.'])
  })

  test('does not change the warnings about figures', async () => {
    refusalOf = (path) => path.endsWith('weights.bin') && new StoreRefuses('It is refused.')
    const id = await running()
    engine.output(fixture.key(id), 'metrics.jsonl', '{"step": 1, "loss": NaN}\n')
    end(id)
    const about = 'metrics.jsonl: loss was NaN at step 1.'
    await rounds(TRIES)
    expect((await fixture.info(id)).raw?.warnings).toEqual([NOT_TAKEN, about])
    refusalOf = () => undefined
    await rounds(1)
    expect((await fixture.info(id)).raw).toEqual({ warnings: [about] })
  })

  /** Returns the log of another server that runs one round. */
  async function logOfRound(): Promise<{ msg: string }[]> {
    await fixture.loop.close()
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
    fixture.loop = createRunLoop({ ...fixture.deps, log, owner: 'next server', backOff: () => 0 })
    await rounds(1)
    return lines.map((line) => JSON.parse(line))
  }
})

test('a run ends without its files while the store does not answer, and gets them when it is back', async () => {
  refusalOf = () => new StoreAway('The object store does not answer (ECONNREFUSED).')
  const id = await ended()
  await rounds(TRIES)
  expect(await fixture.info(id)).toMatchObject({
    state: 'succeeded',
    detail:
      'Finished. process.log was left out: the object store has not taken it yet. More files were left out.',
  })
  refusalOf = () => undefined
  await rounds(1)
  expect([(await fixture.info(id)).detail, await modelOf(id)]).toEqual(['Finished.', 1])
})

/** Sets the stop request so long ago that nobody waits for the end any longer. */
async function askedToStopLongAgo(id: string): Promise<void> {
  await fixture.deps.database.execute(
    `update runs set stop_requested_at = now() - interval '31 seconds' where id = '${id}'`,
  )
}

const now = performance.now.bind(performance)

function letPass(milliseconds: number): void {
  vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds)
}

test('a stopped run keeps all of its files if its program took long to end', async () => {
  const id = await running()
  await askedToStopLongAgo(id)
  end(id)
  await rounds(1)
  expect(await fixture.info(id)).toMatchObject({ state: 'succeeded', detail: 'Finished.' })
  expect([await pathsOf(id), await modelOf(id)]).toEqual([['good.csv', 'model/weights.bin'], 1])
})

describe('the log of an ended run that the store has not accepted yet', () => {
  const logOf = async (id: string) =>
    (await fixture.as('member').ask(readLog, { params: { id }, query: { log_type: 'process' } })).body

  async function endedWithoutLog(): Promise<string> {
    refusalOf = (path) => path.endsWith('process.log') && new StoreRefuses('It is refused.')
    const id = await ended()
    await rounds(TRIES)
    return id
  }

  test('is read from the engine', async () => {
    const id = await endedWithoutLog()
    expect(await fixture.info(id)).toMatchObject({ state: 'succeeded', log_types: [{ size: 4 }] })
    expect(await logOf(id)).toBe('one\n')
    const asked = { params: { id }, query: { log_type: 'process' } }
    const events = await sentEvents(fixture, followLog, asked).until((sent) => sent.at(-1)?.event === 'end')
    expect(events).toMatchObject([{ data: { from: 0, text: 'one\n' } }, { event: 'end' }])
  })

  test('is read without the store while it does not answer', async () => {
    const id = await endedWithoutLog()
    const away = async () => {
      throw new StoreAway('The object store does not answer (ECONNREFUSED).')
    }
    Object.assign(fixture.deps.objects, { stat: away, open: away })
    expect(await logOf(id)).toBe('one\n')
  })

  test('is read from the store once it is there', async () => {
    const id = await endedWithoutLog()
    refusalOf = () => undefined
    await rounds(1)
    expect([await logOf(id), forgotten]).toEqual(['one\n', [id]])
  })
})

test.each([
  [
    'that is to stop and whose program ended half a minute ago',
    async (id: string) => {
      await askedToStopLongAgo(id)
      letPass(31_000)
    },
  ],
  ['whose program ended ten minutes ago', async () => letPass(10 * 60_000)],
])('a run %s ends while a slow store receives its files, and gets the rest later', async (_, goOn) => {
  const id = await ended()
  whilePutting = async (path) => {
    if (path.endsWith('good.csv')) await goOn(id)
  }
  await rounds(2)
  expect(await fixture.info(id)).toMatchObject({
    state: 'succeeded',
    detail: `Finished. ${NOT_TAKEN} More files were left out.`,
  })
  vi.restoreAllMocks()
  expect(await pathsOf(id)).toEqual(['good.csv'])
  await rounds(1)
  expect(await pathsOf(id)).toEqual(['good.csv', 'model/weights.bin'])
  expect([(await fixture.info(id)).detail, await modelOf(id)]).toEqual(['Finished.', 1])
})

test('removes files that wait for the store when their run is deleted', async () => {
  refusalOf = () => new StoreRefuses('It is full.')
  const id = await ended()
  await rounds(TRIES)
  await fixture.deps.database.execute(`delete from runs where id = '${id}'`)
  await rounds(1)
  expect(forgotten).toContain(id)
})

describe('refusals of object store services', () => {
  test.each(REFUSALS_OF_SERVICES)(
    '%s: %i %s is shown to uploaders and in the health, and a run still ends',
    { tags: ['long'] },
    async (_service, status, code, sentence) => {
      const sdk = Object.assign(new Error('No.'), { name: code, $metadata: { httpStatusCode: status } })
      refusalOf = () => meaningOf(sdk)
      const id = await ended()
      const answer = await fixture.as('member').ask(putObject, {
        params: { id: fixture.people.first.id, path: 'datasets/a.csv' },
        body: Readable.from([Buffer.from('a')]),
      })
      const passes = 'The object store does not answer right now. Please try again in a few seconds.'
      const detail = sentence === null ? passes : `${sentence}: tell an administrator.`
      expect([answer.statusCode, answer.json()]).toEqual([503, { detail }])
      expect(answer.headers['retry-after']).toBe(sentence === null ? '3' : undefined)
      const health = await fixture.as('anonymous').ask(readHealth)
      expect(health.json()).toEqual({ status: 'failing', failing: ['objects'] })
      await rounds(TRIES)
      expect(await fixture.info(id)).toMatchObject({ state: 'succeeded' })
    },
  )
})
