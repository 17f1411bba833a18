import { EventEmitter, once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deleteVersion, registerVersion } from '@podium/contract/calls/solutions.ts'
import { deleteStream } from '@podium/contract/calls/streams.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { unpacked } from '../runs/testing/unpacked.ts'
import { startAgain } from '../workspaces/testing/dying-server.ts'

const ARCHIVE_PATH = 'ai-solutions/penguins/v3/train/artifacts/train_artifacts.tar.gz'

let time: number
const engine = createMemoryEngine({ clock: () => new Date(time) })
let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture({ engine })
  return () => fixture.close()
})
beforeEach(async () => {
  time = Date.parse('2026-01-01T00:00:00Z')
  await fixture.startOver()
})

async function running(word: string): Promise<string> {
  const id = await fixture.start()
  await fixture.loop.tick()
  engine.start(fixture.key(id))
  engine.log(fixture.key(id), 'process', word)
  return id
}

/** Ends the run, one second after the one before. */
function end(id: string, outcome: 'succeeded' | 'failed' = 'succeeded'): void {
  time += 1000
  engine.end(fixture.key(id), { outcome })
}

async function archive(path = ARCHIVE_PATH): Promise<Record<string, string> | null> {
  const opened = await fixture.deps.objects.open('first-bucket', path)
  return opened && unpacked(await buffer(opened.stream))
}

/** The first log in the archive below the version, which tells the run that it belongs to. */
const whose = async () => (await archive())?.['log/process.log']

test('a client that polls until a run has ended finds its archive below the version, with both logs', async () => {
  const id = await running('[ERROR] no data\n')
  engine.output(fixture.key(id), 'report.txt', 'bad')
  expect(await archive()).toBeNull()
  end(id, 'failed')
  await fixture.loop.tick()
  expect((await fixture.info(id)).status).toBe('failed')
  const files = { 'log/process.log': '[ERROR] no data\n', 'log/pipeline.log': '', 'output/report.txt': 'bad' }
  expect(await archive()).toEqual(files)
  expect(await archive(`streams/${fixture.ids.stream}/${id}/1/train_artifacts.tar.gz`)).toEqual(files)
})

test('the archive belongs to the run that ended last, not to the one that was started or collected last', async () => {
  const [first, second] = [await running('first'), await running('second')]
  end(second)
  end(first)
  await fixture.loop.tick()
  expect(await whose()).toBe('first')
  const [third, fourth] = [await running('third'), await running('fourth')]
  end(third)
  end(fourth)
  const { inspect } = engine
  engine.inspect = (keys) =>
    keys.some(({ run }) => run === third) ? Promise.reject(new Error('EACCES')) : inspect(keys)
  await fixture.loop.tick()
  expect(await whose()).toBe('fourth')
  engine.inspect = inspect
  await fixture.loop.tick()
  expect((await fixture.info(third)).state).toBe('succeeded')
  expect(await whose()).toBe('fourth')
})

test('a slow copy does not overwrite the archive of a run that ended later', async () => {
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
  const { put } = fixture.deps.objects
  let puts = 0
  fixture.deps.objects.put = async (...asked) => {
    if (asked[1] !== ARCHIVE_PATH) return put(...asked)
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
  await fixture.loop.tick()
  expect([(await fixture.info(older)).state, (await fixture.info(newer)).state]).toEqual([
    'succeeded',
    'succeeded',
  ])
  expect([puts, await whose()]).toEqual([2, 'newer'])
})

test('an archive that cannot be stored is retried, and finally the run ends without it', {
  tags: ['long'],
}, async () => {
  const id = await running('patient')
  const { put } = fixture.deps.objects
  fixture.deps.objects.put = (bucket, path, body, options) =>
    path === ARCHIVE_PATH ? Promise.reject(new Error('EIO')) : put(bucket, path, body, options)
  end(id)
  await fixture.loop.tick()
  expect((await fixture.info(id)).state).toBe('running')
  for (let round = 0; round < 20; round += 1) await fixture.loop.tick()
  expect((await fixture.info(id)).state).toBe('succeeded')
  expect(await archive()).toBeNull()
})

test('a file in the way of the archive does not keep a run from ending', async () => {
  await fixture.deps.objects.put('first-bucket', 'ai-solutions/penguins/v3', Readable.from(['in the way']))
  const id = await running('unhindered')
  end(id)
  await fixture.loop.tick()
  expect((await fixture.info(id)).state).toBe('succeeded')
})

test("a deleted run's archive is replaced by that of the run before it, or removed, and the next run puts its own", async () => {
  const [first, second, third] = [await running('first'), await running('second'), await running('third')]
  for (const id of [first, second, third]) {
    end(id)
    await fixture.loop.tick()
  }
  const left: (string | undefined)[] = []
  for (const id of [second, third, first]) {
    await fixture.as('member').call(deleteStream, { params: { id } })
    left.push(await whose())
  }
  expect(left).toEqual(['third', 'first', undefined])
  expect(await archive()).toBeNull()
  time -= 60_000
  const next = await running('next')
  end(next)
  await fixture.loop.tick()
  expect(await whose()).toBe('next')
})

test('the next server replaces an archive that a killed one left', async () => {
  const id = await running('left')
  end(id)
  await fixture.loop.tick()
  await fixture.deps.database.execute(sql`delete from runs where id = ${id}`)
  expect(await whose()).toBe('left')
  await startAgain(fixture)
  expect(await archive()).toBeNull()
})

test('the archive is deleted with its version', async () => {
  const id = await running('kept')
  end(id)
  await fixture.loop.tick()
  const body = { metadata_json: { name: 'penguins', pipeline: [{ type: 'train' }] } }
  await fixture.as('member').call(registerVersion, { params: { id: fixture.ids.solution }, body })
  await fixture.as('manager').call(deleteVersion, { params: { id: fixture.ids.version } })
  expect(await archive()).toBeNull()
})
