import { listArtifacts } from '@podium/contract/calls/run-files.ts'
import { stopRun } from '@podium/contract/calls/runs.ts'
import { runs } from '@podium/database/schema/runs.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import type { Engine } from '@podium/engines/engine.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { collectRun } from './collect.ts'

const FOLDER = '/srv/podium/runs/secret-place'

const engine = createMemoryEngine()
const original: Engine = { ...engine }
let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture({ engine, env: { PODIUM_UPLOAD_MAX: '1MiB' } })
  return () => fixture.close()
})
beforeEach(() => fixture.startOver())

async function running(): Promise<string> {
  const id = await fixture.start()
  await fixture.loop.tick()
  engine.start(fixture.key(id))
  engine.log(fixture.key(id), 'process', 'one\n')
  return id
}

async function ended(id: string): Promise<void> {
  engine.end(fixture.key(id), { outcome: 'failed', reason: 'Exit code 1.' })
  await fixture.loop.tick()
}

async function pathsOf(id: string): Promise<string[]> {
  const { artifacts } = await fixture.as('member').call(listArtifacts, { params: { id } })
  return artifacts.map(({ path }) => path)
}

describe('content that cannot be stored', () => {
  test('is left out with a sentence, and the run ends with the rest', async () => {
    const id = await running()
    engine.output(fixture.key(id), 'closed', 'x')
    engine.output(fixture.key(id), 'good', 'x')
    engine.outputs = async (key) => ({
      ...(await original.outputs(key)),
      left_out: ['a\uFFFDb was left out: its name is not valid text.'],
    })
    engine.openOutput = (key, path) =>
      path === 'closed'
        ? Promise.reject(Object.assign(new Error(`no ${FOLDER}`), { code: 'ENOENT' }))
        : original.openOutput(key, path)
    await ended(id)
    const run = await fixture.info(id)
    expect(run).toMatchObject({
      state: 'failed',
      detail: 'Exit code 1. a\uFFFDb was left out: its name is not valid text. More files were left out.',
      raw: {
        warnings: [
          'a\uFFFDb was left out: its name is not valid text.',
          'closed was left out: it cannot be read.',
        ],
      },
    })
    expect(JSON.stringify(run)).not.toContain(FOLDER)
    expect(await pathsOf(id)).toEqual(['good'])
  })

  test('is named in one line without control characters', async () => {
    const id = await running()
    engine.output(fixture.key(id), 'x\n2026-01-01 Finished.\u001b[2J', 'x')
    engine.output(fixture.key(id), 'metrics.json', '{"a\\nFinished.":"many"}')
    engine.openOutput = (key, path) =>
      path === 'metrics.json'
        ? original.openOutput(key, path)
        : Promise.reject(Object.assign(new Error('none'), { code: 'ENOENT' }))
    await ended(id)
    const sentence = 'x 2026-01-01 Finished. was left out: it cannot be read.'
    expect(await fixture.info(id)).toMatchObject({
      detail: `Exit code 1. ${sentence} More files were left out.`,
      raw: { warnings: [sentence, 'metrics.json: only numbers are kept. Left out: a Finished..'] },
    })
  })

  test('includes bytes above the limit of a run, whatever size was listed', async () => {
    const id = await running()
    const { upload_max } = fixture.deps.config
    engine.output(fixture.key(id), 'a-said-small', Buffer.alloc(upload_max + 1))
    engine.output(fixture.key(id), 'big', Buffer.alloc(upload_max + 1))
    engine.output(fixture.key(id), 'small', 'x')
    engine.outputs = async (key) => {
      const { files } = await original.outputs(key)
      return { files: files.map((file, index) => (index === 0 ? { ...file, size: 1 } : file)), left_out: [] }
    }
    await ended(id)
    expect(await pathsOf(id)).toEqual(['small'])
    const reason = 'was left out: the outputs together are larger than the server accepts.'
    expect((await fixture.info(id)).raw).toEqual({ warnings: [`a-said-small ${reason}`, `big ${reason}`] })
  })

  test('includes the part of a log above its limit', async () => {
    const id = await running()
    const ranges: unknown[] = []
    engine.openLog = async (key, type, range) => {
      ranges.push(range)
      const part = await original.openLog(key, type, range)
      return part && { ...part, size: 3 * 1024 ** 3 }
    }
    await ended(id)
    expect(ranges).toContainEqual({ from: 0, to: 1024 ** 3 })
    expect((await fixture.info(id)).detail).toBe(
      'Exit code 1. process.log was longer than 1 GiB: the rest was left out.',
    )
  })
})

test('reads the figures before a store may take over the files', async () => {
  const id = await running()
  engine.output(fixture.key(id), 'metrics.json', '{"accuracy": 0.9}')
  const [run] = await fixture.deps.database.select().from(runs).where(eq(runs.id, id))
  if (!run) throw new Error('The run is missing.')
  const order: string[] = []
  engine.withOutputFile = async (_, path) => {
    order.push(path)
    return null
  }
  const readFigures = async () => {
    order.push('figures')
    return null
  }
  const rules = { everyError: false, mayGoOn: async () => true, kept: new Map() }
  await collectRun(fixture.deps, run, 'succeeded', readFigures, rules)
  delete engine.withOutputFile
  expect(order).toEqual(['figures', 'metrics.json'])
})

describe('the working folder', () => {
  async function succeeded(files: Record<string, Buffer | string>) {
    const id = await running()
    for (const [path, content] of Object.entries(files)) engine.output(fixture.key(id), path, content)
    engine.end(fixture.key(id), { outcome: 'succeeded' })
    await fixture.loop.tick()
    return { id, run: await fixture.info(id) }
  }

  test('is kept below work/, and the end of the run says how many files, and how to get a model', async () => {
    const files = { 'metrics.json': '{}', 'work/out/model.pt': 'w', 'work/wandb/run-1.wandb': 'xx' }
    const { id, run } = await succeeded(files)
    expect(run.detail).toBe(
      'Finished. Kept 2 files of the working folder. To get a model, let it write to PODIUM_OUTPUT_DIR/model.',
    )
    expect(await pathsOf(id)).toEqual(Object.keys(files))
    expect(run.artifact_bytes).toBe(5)
    const one = await succeeded({ 'model/weights': 'w', 'work/log.txt': '' })
    expect(one.run.detail).toBe('Finished. Kept 1 file of the working folder.')
  })

  test('is kept within what the outputs leave of the limit, and its largest files are named', async () => {
    const { upload_max } = fixture.deps.config
    const size = Math.floor(upload_max / 4)
    const large = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`work/${n}`, Buffer.alloc(size + n)]))
    const { id, run } = await succeeded({ ...large, 'work/small': 'x', z: Buffer.alloc(size * 3) })
    expect(await pathsOf(id)).toEqual(['work/small', 'z'])
    const sentence =
      'work/5, work/4, work/3 and 2 more were left out: the outputs together are larger than the server accepts.'
    expect(run.raw).toEqual({ warnings: [sentence] })
    expect(run.detail).toContain(`Finished. Kept 1 file of the working folder. ${sentence}`)
  })

  test('of a failed run is kept, and its sentence stays that of the failure', async () => {
    const id = await running()
    engine.output(fixture.key(id), 'work/out.txt', 'x')
    await ended(id)
    expect((await fixture.info(id)).detail).toBe('Exit code 1.')
    expect(await pathsOf(id)).toEqual(['work/out.txt'])
  })
})

test('a run whose files are being stored says that its program has ended', async () => {
  const id = await running()
  engine.output(fixture.key(id), 'large', 'x')
  let keep: () => void = () => {}
  const mayKeep = new Promise<void>((resolve) => {
    keep = resolve
  })
  engine.openOutput = async (...asked) => {
    await mayKeep
    return original.openOutput(...asked)
  }
  const whole = ended(id)
  await waitFor(async () =>
    expect(await fixture.info(id)).toMatchObject({
      state: 'running',
      started_at: expect.any(String),
      detail: 'Its program has ended; its output is being saved.',
    }),
  )
  keep()
  await whole
  expect(await fixture.info(id)).toMatchObject({ state: 'failed', detail: 'Exit code 1.' })
})

describe('storing that fails repeatedly', () => {
  beforeEach(() => {
    engine.openOutput = () => Promise.reject(new Error(`EIO: i/o error, open '${FOLDER}'`))
  })

  test('is tried several times without showing paths, then the run ends with the files there are', async () => {
    const id = await running()
    engine.output(fixture.key(id), 'broken', 'x')
    await ended(id)
    expect(await fixture.info(id)).toMatchObject({
      state: 'running',
      detail: 'The run could not be monitored; trying again.',
    })
    for (let round = 0; round < 11; round += 1) await fixture.loop.tick()
    expect(await fixture.info(id)).toMatchObject({
      state: 'failed',
      detail: 'Exit code 1. broken was left out: it could not be copied. More files were left out.',
      log_types: [{ log_type: 'process', size: 4 }],
    })
  })

  test('says that the disk is full if that is the reason', async () => {
    const id = await running()
    engine.output(fixture.key(id), 'large', 'x')
    engine.openOutput = () => Promise.reject(Object.assign(new Error(FOLDER), { code: 'ENOSPC' }))
    await ended(id)
    expect((await fixture.info(id)).detail).toBe('The disk is full; trying again.')
  })

  test('ends soon if the run was stopped', async () => {
    const id = await running()
    engine.output(fixture.key(id), 'broken', 'x')
    await ended(id)
    await fixture.as('member').call(stopRun, { params: { id } })
    await fixture.loop.tick()
    expect((await fixture.info(id)).detail).toBe('The member asked it to stop.')
    for (let round = 0; round < 3; round += 1) await fixture.loop.tick()
    expect((await fixture.info(id)).state).toBe('failed')
  })
})

test('a run that the engine cannot inspect does not affect others', async () => {
  const [broken, good] = [await running(), await running()]
  engine.inspect = (keys) =>
    keys.some(({ run }) => run === broken) ? Promise.reject(new Error('EACCES')) : original.inspect(keys)
  await ended(good)
  expect((await fixture.info(good)).state).toBe('failed')
  expect((await fixture.info(broken)).state).toBe('running')
})

test('a run ends even if its folder cannot be removed', async () => {
  const id = await running()
  engine.forget = () => Promise.reject(new Error(FOLDER))
  await ended(id)
  await fixture.newLoop().tick()
  expect(await fixture.info(id)).toMatchObject({ state: 'failed', detail: 'Exit code 1.' })
})
