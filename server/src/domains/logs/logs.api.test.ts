import { followLog, readLog, readLogIndex, searchLog } from '@podium/contract/calls/run-files.ts'
import { deleteStream } from '@podium/contract/calls/streams.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { type SentEvent, sentEvents } from '../runs/testing/sent-events.ts'

let fixture: RunFixture
let id: string
const TEXT = Array.from(
  { length: 2500 },
  (_, line) => `line ${line}${line % 1000 === 7 ? ' ERROR' : ''}\n`,
).join('')

beforeAll(async () => {
  fixture = await createRunFixture()
  id = await fixture.start()
  await fixture.loop.tick()
  fixture.deps.engine.start(fixture.key(id))
  fixture.deps.engine.log(fixture.key(id), 'process', TEXT)
  return () => fixture.close()
})

const read = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  fixture.as('member').ask(readLog, { params: { id }, query, headers })
const process = { log_type: 'process' }

/** The same must hold while the run is under way and after its logs were stored. */
function behaves(): void {
  test('is downloaded whole as a text file', async () => {
    const answer = await read(process)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(TEXT)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="penguins-1-process.log"; filename*=UTF-8''penguins-1-process.log`,
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'content-length': String(TEXT.length),
    })
    expect((await read({ log_type: 'process.log' })).body).toBe(TEXT)
  })

  test('is read by byte range', async () => {
    const part = await read(process, { range: 'bytes=5-10' })
    expect([part.statusCode, part.body]).toEqual([206, TEXT.slice(5, 11)])
    expect(part.headers['content-range']).toBe(`bytes 5-10/${TEXT.length}`)
    const last = await read(process, { range: 'bytes=-7' })
    expect([last.statusCode, last.body]).toEqual([206, TEXT.slice(-7)])
  })

  test('rejects a range outside the log, and sends the whole log if it is another one by now', async () => {
    const outside = await read(process, { range: `bytes=${TEXT.length}-` })
    expect([outside.statusCode, outside.json()]).toEqual([416, { detail: 'The range is outside the file.' }])
    expect(outside.headers['content-range']).toBe(`bytes */${TEXT.length}`)
    const other = await read(process, { range: 'bytes=0-1', 'if-range': '"something else"' })
    expect([other.statusCode, other.body]).toEqual([200, TEXT])
    const { etag } = (await read(process)).headers
    const same = await read(process, { range: 'bytes=0-1', 'if-range': String(etag) })
    expect(same.statusCode).toBe(206)
  })

  test('is empty if nothing was written to it', async () => {
    const empty = await read({ log_type: 'pipeline' }, { range: 'bytes=0-99' })
    expect([empty.statusCode, empty.body]).toEqual([200, ''])
  })

  test('is not read without a type, because there is no default', async () => {
    for (const query of ['', '?log_type=']) {
      const paths = ['log', 'log/index', 'log/search', 'log/follow'].map(
        (path) => `/api/v1/streamhistories/${id}/${path}${query}`,
      )
      for (const path of paths) {
        const answer = await fixture.as('member').send('GET', path)
        expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ['query', 'log_type']])
      }
    }
  })

  test('rejects any other log type', async () => {
    for (const log_type of ['../process', 'PROCESS', 'x.log']) {
      const answer = await read({ log_type })
      expect([answer.statusCode, answer.json()]).toEqual([422, { detail: 'Unsupported log type.' }])
    }
  })

  test('has an index and can be searched', async () => {
    const member = fixture.as('member')
    expect(await member.call(readLogIndex, { params: { id }, query: process })).toEqual({
      size: TEXT.length,
      lines: 2500,
      every: 1000,
      from: 0,
      offsets: [0, TEXT.indexOf('line 1000'), TEXT.indexOf('line 2000')],
    })
    const found = await member.call(searchLog, { params: { id }, query: { ...process, q: 'error' } })
    expect(found.hits.map(({ line }) => line)).toEqual([7, 1007, 2007])
    expect(found.hits[1]).toEqual({ line: 1007, offset: TEXT.indexOf('line 1007'), text: 'line 1007 ERROR' })
    const level = await member.call(searchLog, { params: { id }, query: { ...process, level: 'error' } })
    expect(level).toEqual(found)
    expect((await member.ask(searchLog, { params: { id }, query: process })).json().detail).toEqual([
      { loc: ['body', 'q'], msg: 'Please fill out this field.', type: 'value_error' },
    ])
    const lines = await member.ask(searchLog, { params: { id }, query: { ...process, q: '\n' } })
    expect([lines.statusCode, lines.json().detail]).toEqual([
      422,
      [{ loc: ['query', 'q'], msg: 'Use one line of text only.', type: 'pattern' }],
    ])
  })

  test('is not found by people of another workspace', async () => {
    const answer = await fixture.as('outsider').ask(readLog, { params: { id }, query: process })
    expect(answer.statusCode).toBe(404)
  })
}

describe('the log of a run under way', () => {
  behaves()
})

describe('following a log', () => {
  const textOf = (events: SentEvent[]) =>
    events
      .filter(({ event }) => event === 'lines')
      .map(({ data }) => (data as { text: string }).text)
      .join('')

  test('goes on exactly where a reader was cut off, and ends with the run', async () => {
    const second = await fixture.start()
    await fixture.loop.tick()
    const { engine } = fixture.deps
    const key = fixture.key(second)
    engine.start(key)
    engine.log(key, 'process', 'one\ntwo\nthr')
    const first = sentEvents(fixture, followLog, { params: { id: second }, query: process })
    await first.until((events) => textOf(events) === 'one\ntwo\n')
    const { id: position } = (await first.leave()).at(-1) ?? {}
    expect(position).toBe('8')

    const again = sentEvents(fixture, followLog, {
      params: { id: second },
      query: process,
      headers: { 'last-event-id': position ?? '' },
    })
    engine.log(key, 'process', 'ee\nfour')
    engine.end(key, { outcome: 'succeeded' })
    await again.until((events) => textOf(events).startsWith('three\n'))
    await fixture.loop.tick()
    await again.until((events) => events.at(-1)?.event === 'end')
    expect(textOf(await again.leave())).toBe('three\nfour')
  })

  test('a reader far behind is moved forward to a line start and told the skipped range', async () => {
    const long = await fixture.start()
    await fixture.loop.tick()
    const { engine } = fixture.deps
    const text = 'a line of some length\n'.repeat(250_000)
    engine.start(fixture.key(long))
    engine.log(fixture.key(long), 'process', text)
    engine.end(fixture.key(long), { outcome: 'failed', exit_code: 1 })
    await fixture.loop.tick()
    const reader = sentEvents(fixture, followLog, { params: { id: long }, query: process })
    const events = await reader.until((sent) => sent.at(-1)?.event === 'end')
    const { from, to } = (events[0]?.data ?? {}) as { from: number; to: number }
    expect(events[0]?.event).toBe('skip')
    expect(from).toBe(0)
    expect(text.length - to).toBeLessThanOrEqual(256 * 1024)
    expect(textOf(events)).toBe(text.slice(to))
    expect(text.slice(to)).toMatch(/^a line/)
    await reader.leave()
  })

  describe('while its rest is being removed', () => {
    const LINE = 'a line of some length\n'
    const SENT = LINE.repeat(Math.floor((1024 * 1024) / LINE.length))
    let run: string
    let original: ObjectStore['open']

    beforeAll(() => {
      original = fixture.deps.objects.open
    })
    afterEach(() => {
      fixture.deps.objects.open = original
    })

    const removeStored = () => fixture.deps.objects.removeAll('first-bucket', 'streams/')

    async function followedUntil(takeAway: () => Promise<unknown>): Promise<SentEvent[]> {
      run = await fixture.start()
      await fixture.loop.tick()
      fixture.deps.engine.start(fixture.key(run))
      fixture.deps.engine.log(fixture.key(run), 'process', LINE.repeat(100_000))
      fixture.deps.engine.end(fixture.key(run), { outcome: 'succeeded' })
      await fixture.loop.tick()
      let reads = 0
      fixture.deps.objects.open = async (...asked) => {
        if (!asked[1].endsWith('/process.log')) return original(...asked)
        reads += 1
        if (reads === 2) await takeAway()
        if (reads === 9) throw new Error('What is gone is read again and again.')
        return original(...asked)
      }
      const reader = sentEvents(fixture, followLog, { params: { id: run }, query: process })
      await reader.ended
      expect(reads).toBe(2)
      return reader.leave()
    }

    test('closes the stream of a deleted run without `end`, and the next request finds no run', async () => {
      const events = await followedUntil(async () => {
        await fixture.as('member').call(deleteStream, { params: { id: run } })
        await removeStored()
      })
      expect(textOf(events)).toBe(SENT)
      expect(events.filter(({ event }) => event !== 'lines')).toEqual([])
      const again = await fixture.as('member').ask(followLog, { params: { id: run }, query: process })
      expect(again.statusCode).toBe(404)
    })

    test('sends `end` for a log that was removed from the bucket', async () => {
      const events = await followedUntil(removeStored)
      expect(textOf(events).slice(0, SENT.length)).toBe(SENT)
      expect(events.at(-1)?.event).toBe('end')
    })
  })

  test('rejects an unknown log type', async () => {
    const answer = await fixture.as('member').ask(followLog, { params: { id }, query: { log_type: 'x' } })
    expect(answer.statusCode).toBe(422)
  })
})

describe('the log of a run that has ended', () => {
  beforeAll(async () => {
    fixture.deps.engine.end(fixture.key(id), { outcome: 'succeeded' })
    await fixture.loop.tick()
    expect(await fixture.info(id)).toMatchObject({ stored: true })
  })
  behaves()
})
