import { EventEmitter, once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deleteVersion, registerVersion } from '@podium/contract/solutions.ts'
import { deleteStream } from '@podium/contract/streams.ts'
import { createMemoryEngine, type MemoryEngine } from '@podium/engines/memory.ts'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startAgain } from '../workspaces/testing/dying-server.ts'
import { createRunStage, type RunStage } from './testing/run-stage.ts'
import { unpacked } from './testing/unpacked.ts'

const PLACE = 'ai-solutions/penguins/v3/train/artifacts/train_artifacts.tar.gz'

let time: number
let engine: MemoryEngine
let stage: RunStage
beforeEach(async () => {
  time = Date.parse('2026-01-01T00:00:00Z')
  engine = createMemoryEngine({ clock: () => new Date(time) })
  stage = await createRunStage({ engine })
})
afterEach(() => stage.close())

async function running(word: string): Promise<string> {
  const id = await stage.start()
  await stage.loop.tick()
  engine.start(stage.key(id))
  engine.log(stage.key(id), 'process', word)
  return id
}

/** Lets the run end, a second after the one before. */
function end(id: string, outcome: 'succeeded' | 'failed' = 'succeeded'): void {
  time += 1000
  engine.end(stage.key(id), { outcome })
}

async function archive(path = PLACE): Promise<Record<string, string> | null> {
  const opened = await stage.deps.objects.open('first-bucket', path)
  return opened && unpacked(await buffer(opened.stream))
}

/** Whose logs lie below the version. */
const whose = async () => (await archive())?.['log/process.log']

test('who polls until a run has ended finds its archive below the version, with both logs in it', async () => {
  const id = await running('[ERROR] no data\n')
  engine.output(stage.key(id), 'report.txt', 'bad')
  expect(await archive()).toBeNull()
  end(id, 'failed')
  await stage.loop.tick()
  expect((await stage.info(id)).status).toBe('failed')
  const files = { 'log/process.log': '[ERROR] no data\n', 'log/pipeline.log': '', 'output/report.txt': 'bad' }
  expect(await archive()).toEqual(files)
  expect(await archive(`streams/${stage.ids.stream}/${id}/1/train_artifacts.tar.gz`)).toEqual(files)
})

test('the archive is that of the run that ended last, not of the one that was started or collected last', async () => {
  const [first, second] = [await running('first'), await running('second')]
  end(second)
  end(first)
  await stage.loop.tick()
  expect(await whose()).toBe('first')
  const [third, fourth] = [await running('third'), await running('fourth')]
  end(third)
  end(fourth)
  const { inspect } = engine
  engine.inspect = (keys) =>
    keys.some(({ run }) => run === third) ? Promise.reject(new Error('EACCES')) : inspect(keys)
  await stage.loop.tick()
  expect(await whose()).toBe('fourth')
  engine.inspect = inspect
  await stage.loop.tick()
  expect((await stage.info(third)).state).toBe('succeeded')
  expect(await whose()).toBe('fourth')
})

test('a run that is still being copied when a later one arrives does not overwrite it', async () => {
  const [older, newer] = [await running('older'), await running('newer')]
  end(older)
  end(newer)
  const signals = new EventEmitter()
  const olderComes = once(signals, 'older')
  const newerIsThere = once(signals, 'newer')
  const { openLog } = engine
  engine.openLog = async (key, type, range) => {
    if (key.run === newer) await olderComes
    return openLog(key, type, range)
  }
  const { put } = stage.deps.objects
  let puts = 0
  stage.deps.objects.put = async (...asked) => {
    if (asked[1] !== PLACE) return put(...asked)
    puts += 1
    if (puts === 1) {
      signals.emit('older')
      await newerIsThere
      return put(...asked)
    }
    const stored = await put(...asked)
    signals.emit('newer')
    return stored
  }
  await stage.loop.tick()
  expect([(await stage.info(older)).state, (await stage.info(newer)).state]).toEqual([
    'succeeded',
    'succeeded',
  ])
  expect([puts, await whose()]).toEqual([2, 'newer'])
})

test('an archive that cannot be put there is tried again, and at last holds up no run', async () => {
  const id = await running('patient')
  const { put } = stage.deps.objects
  stage.deps.objects.put = (bucket, path, body, options) =>
    path === PLACE ? Promise.reject(new Error('EIO')) : put(bucket, path, body, options)
  end(id)
  await stage.loop.tick()
  expect((await stage.info(id)).state).toBe('running')
  for (let round = 0; round < 20; round += 1) await stage.loop.tick()
  expect((await stage.info(id)).state).toBe('succeeded')
  expect(await archive()).toBeNull()
})

test('a file in the way of it holds no run up', async () => {
  await stage.deps.objects.put('first-bucket', 'ai-solutions/penguins/v3', Readable.from(['in the way']))
  const id = await running('unhindered')
  end(id)
  await stage.loop.tick()
  expect((await stage.info(id)).state).toBe('succeeded')
})

test('with its run it gives way to that of the one before, at last to none; the next run puts its own', async () => {
  const [first, second, third] = [await running('first'), await running('second'), await running('third')]
  for (const id of [first, second, third]) {
    end(id)
    await stage.loop.tick()
  }
  const left: (string | undefined)[] = []
  for (const id of [second, third, first]) {
    await stage.as('member').call(deleteStream, { params: { id } })
    left.push(await whose())
  }
  expect(left).toEqual(['third', 'first', undefined])
  expect(await archive()).toBeNull()
  time -= 60_000
  const next = await running('next')
  end(next)
  await stage.loop.tick()
  expect(await whose()).toBe('next')
})

test('what a killed server did not replace the next one does', async () => {
  const id = await running('left')
  end(id)
  await stage.loop.tick()
  await stage.deps.database.execute(sql`delete from runs where id = ${id}`)
  expect(await whose()).toBe('left')
  await startAgain(stage)
  expect(await archive()).toBeNull()
})

test('it goes with the version', async () => {
  const id = await running('kept')
  end(id)
  await stage.loop.tick()
  const body = { metadata_json: { name: 'penguins', pipeline: [{ type: 'train' }] } }
  await stage.as('member').call(registerVersion, { params: { id: stage.ids.solution }, body })
  await stage.as('manager').call(deleteVersion, { params: { id: stage.ids.version } })
  expect(await archive()).toBeNull()
})
