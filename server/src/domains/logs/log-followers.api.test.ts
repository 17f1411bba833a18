import { Readable } from 'node:stream'
import { followLog, readLogIndex } from '@podium/contract/calls/run-files.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { type SentEvent, sentEvents } from '../runs/testing/sent-events.ts'

let fixture: RunFixture

beforeAll(async () => {
  fixture = await createRunFixture()
  return () => fixture.close()
})

const process = { log_type: 'process' }
const textOf = (events: SentEvent[]) =>
  events
    .filter(({ event }) => event === 'lines')
    .map(({ data }) => (data as { text: string }).text)
    .join('')

async function running(): Promise<string> {
  const id = await fixture.start()
  await fixture.loop.tick()
  fixture.deps.engine.start(fixture.key(id))
  return id
}

test('all followers of a log share one reader, each from its own byte on', async () => {
  const { engine } = fixture.deps
  const id = await running()
  const follow = vi.spyOn(engine, 'follow')
  engine.log(fixture.key(id), 'process', 'eins\nzwei ä\ndre')
  const from = (at: number) =>
    sentEvents(fixture, followLog, { params: { id }, query: { ...process, from: String(at) } })
  const first = from(0)
  await first.until((events) => textOf(events) === 'eins\nzwei ä\n')
  const second = from(0)
  const within = from(Buffer.byteLength('eins\nzwei ä\nd'))
  await second.until((events) => textOf(events) === 'eins\nzwei ä\n')
  engine.log(fixture.key(id), 'process', 'i\nvier\n')
  await first.until((events) => textOf(events).endsWith('vier\n'))
  await second.until((events) => textOf(events).endsWith('vier\n'))
  await within.until((events) => textOf(events).endsWith('vier\n'))
  expect(follow).toHaveBeenCalledTimes(1)
  expect(textOf(await second.leave())).toBe('eins\nzwei ä\ndrei\nvier\n')
  expect(textOf(await within.leave())).toBe('rei\nvier\n')

  engine.log(fixture.key(id), 'process', 'end')
  engine.end(fixture.key(id), { outcome: 'succeeded' })
  await fixture.loop.tick()
  await first.until((events) => events.at(-1)?.event === 'end')
  const events = await first.leave()
  expect(textOf(events)).toBe('eins\nzwei ä\ndrei\nvier\nend')
  const ids = events.filter(({ event }) => event === 'lines').map(({ id: after }) => Number(after))
  expect(ids.at(-1)).toBe(Buffer.byteLength('eins\nzwei ä\ndrei\nvier\nend'))
  follow.mockRestore()
})

test('the reader of a log ends with its last follower, and starts again with the next', async () => {
  const { engine } = fixture.deps
  const id = await running()
  const signals: AbortSignal[] = []
  const original = engine.follow
  engine.follow = (key, type, from, signal) => {
    signals.push(signal)
    return original(key, type, from, signal)
  }
  engine.log(fixture.key(id), 'process', 'one\n')
  const open = () => sentEvents(fixture, followLog, { params: { id }, query: process })
  const [first, second] = [open(), open()]
  for (const reader of [first, second]) await reader.until((events) => textOf(events) === 'one\n')
  await first.leave()
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  await second.leave()
  await waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true]))
  const third = open()
  await third.until((events) => textOf(events) === 'one\n')
  expect(signals).toHaveLength(2)
  await third.leave()
  engine.follow = original
})

test('a follower beyond the end of a live log starts at its beginning, and others lose nothing', async () => {
  const { engine } = fixture.deps
  const id = await running()
  engine.log(fixture.key(id), 'process', 'one\n')
  const open = (asked: object) => sentEvents(fixture, followLog, { params: { id }, query: process, ...asked })
  const far = open({ query: { ...process, from: '1000000000000' } })
  await far.until((events) => textOf(events) === 'one\n')
  const later = open({ headers: { 'last-event-id': '1000000000000' } })
  const other = open({ role: 'developer' })
  engine.log(fixture.key(id), 'process', 'two\n')
  for (const reader of [far, later, other]) {
    await reader.until((events) => textOf(events) === 'one\ntwo\n')
    await reader.leave()
  }
})

test('all followers start again after a run empties its log', async () => {
  const { engine } = fixture.deps
  const id = await running()
  engine.log(fixture.key(id), 'process', 'many a line\n')
  const open = () => sentEvents(fixture, followLog, { params: { id }, query: process })
  const readers = [open(), open()]
  for (const reader of readers) await reader.until((events) => textOf(events) === 'many a line\n')
  engine.empty(fixture.key(id), 'process')
  engine.log(fixture.key(id), 'process', 'anew\n')
  for (const reader of readers) {
    const events = await reader.until((events) => textOf(events).endsWith('anew\n'))
    expect(events.at(-1)).toEqual({ event: 'lines', id: '5', data: { from: 0, text: 'anew\n' } })
    await reader.leave()
  }
})

test('stores the index of a long log when its run ends, and answers it without reading the log', async () => {
  const { engine, objects } = fixture.deps
  const id = await running()
  const text = Array.from({ length: 120_000 }, (_, line) => `line ${line}\n`).join('')
  engine.log(fixture.key(id), 'process', text)
  engine.end(fixture.key(id), { outcome: 'succeeded' })
  await fixture.loop.tick()
  const open = vi.spyOn(objects, 'open')
  const index = await fixture.as('member').call(readLogIndex, { params: { id }, query: process })
  expect(index).toMatchObject({ size: text.length, lines: 120_000, every: 1000, from: 0 })
  expect(index.offsets[119]).toBe(text.indexOf('line 119000\n'))
  expect(open.mock.calls.map(([, path]) => path.split('/').at(-1))).toEqual(['process.log.index'])
})

test('rebuilds a damaged stored index from the log', async () => {
  const { engine, objects } = fixture.deps
  const id = await running()
  const text = 'a line\n'.repeat(200_000)
  engine.log(fixture.key(id), 'process', text)
  engine.end(fixture.key(id), { outcome: 'succeeded' })
  await fixture.loop.tick()
  for await (const { path } of objects.list('first-bucket', 'streams/'))
    if (path.includes(id) && path.endsWith('.index'))
      await objects.put('first-bucket', path, Readable.from([Buffer.from('{"every":')]), { replace: true })
  const index = await fixture.as('member').call(readLogIndex, { params: { id }, query: process })
  expect(index).toMatchObject({ size: text.length, lines: 200_000 })
})
