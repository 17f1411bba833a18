import { expect, test } from 'vitest'
import { followStream, SILENCE_MS } from './follow-stream.ts'
import { createFakeClock } from './testing/fake-clock.ts'

const encoder = new TextEncoder()

/** A server with streams that the test writes and ends. */
function createServer() {
  const clock = createFakeClock()
  const opened: { from: string; write: (text: string) => void; end: () => void; fail: () => void }[] = []
  const seen: string[] = []
  const connections: boolean[] = []
  const refusals: unknown[] = []
  const stop = new AbortController()
  const done = (patienceMs?: number) =>
    followStream(
      {
        async open(from) {
          const refusal = refusals.shift()
          if (refusal !== undefined) throw refusal
          let sink: ReadableStreamDefaultController<Uint8Array>
          const body = new ReadableStream<Uint8Array>({
            start(controller) {
              sink = controller
            },
          })
          opened.push({
            from,
            write: (text) => sink.enqueue(encoder.encode(text)),
            end: () => sink.close(),
            fail: () => sink.error(new TypeError('terminated')),
          })
          return body
        },
        mayPass: (error) => error === 'away',
        onEvent: ({ data }) => seen.push(data),
        onConnection: (connected) => connections.push(connected),
        onAway: () => seen.push('(away)'),
        clock,
        ...(patienceMs !== undefined && { patienceMs }),
      },
      stop.signal,
    )
  return { clock, opened, seen, connections, refusals, done, stop: () => stop.abort() }
}

test('reopens a broken stream after the last event', async () => {
  const { clock, opened, seen, connections, done, stop } = createServer()
  const following = done()
  await clock.goOn(0)
  opened[0]?.write('id: 3\ndata: a\n\n')
  await clock.goOn(0)
  opened[0]?.fail()
  await clock.goOn(500)
  opened[1]?.write('id: 4\ndata: b\n\n')
  await clock.goOn(0)
  stop()
  await following
  expect(seen).toEqual(['a', 'b'])
  expect(opened.map(({ from }) => from)).toEqual(['', '3'])
  expect(connections).toEqual([true, false, true])
})

test('reopens the stream after 40 seconds without a byte', async () => {
  const { clock, opened, connections, done, stop } = createServer()
  const following = done()
  await clock.goOn(0)
  opened[0]?.write('id: 9\ndata: a\n\n')
  await clock.goOn(SILENCE_MS - 1)
  expect(opened).toHaveLength(1)
  await clock.goOn(1)
  expect(connections).toEqual([true, false])
  await clock.goOn(500)
  expect(opened.map(({ from }) => from)).toEqual(['', '9'])
  stop()
  await following
})

test('keeps a quiet stream as long as heartbeats arrive', async () => {
  const { clock, opened, connections, done, stop } = createServer()
  const following = done()
  for (let beat = 0; beat < 20; beat += 1) {
    await clock.goOn(15_000)
    opened[0]?.write(':\n\n')
  }
  expect(opened).toHaveLength(1)
  stop()
  await following
  expect(connections).toEqual([true])
})

test('reopens the stream if the connection itself stays silent', async () => {
  const clock = createFakeClock()
  const stop = new AbortController()
  let tries = 0
  const following = followStream(
    {
      open: (_, signal) => {
        tries += 1
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
      mayPass: () => false,
      onEvent: () => {},
      clock,
    },
    stop.signal,
  )
  await clock.goOn(SILENCE_MS + 500)
  expect(tries).toBe(2)
  stop.abort()
  await following
})

test('retries at growing intervals and reports once that the server is away', async () => {
  const { clock, opened, seen, refusals, done, stop } = createServer()
  refusals.push(...Array.from({ length: 100 }, () => 'away'))
  const following = done()
  await clock.goOn(60_000)
  expect(100 - refusals.length).toBe(15)
  expect([seen, opened]).toEqual([['(away)'], []])
  stop()
  await following
})

test('throws the error if the server stays away for longer than the patience', async () => {
  const { clock, refusals, done } = createServer()
  refusals.push(...Array.from({ length: 100 }, () => 'away'))
  const following = expect(done(60_000)).rejects.toBe('away')
  await clock.goOn(60_000)
  await following
  expect(clock.now()).toBeLessThanOrEqual(60_000)
})

test('waits longer and longer for a stream that ends as soon as it opens, even if no pause is asked for', async () => {
  const { clock, opened, seen, done } = createServer()
  const following = expect(done(60_000)).rejects.toThrow('ends each stream as soon as it is opened')
  for (let ended = 0; clock.now() < 60_000; ) {
    await clock.goOn(100)
    for (; ended < opened.length; ended += 1) {
      opened[ended]?.write('retry: 0\n\n')
      opened[ended]?.end()
    }
  }
  await following
  expect(opened).toHaveLength(15)
  expect(seen).toEqual(['(away)'])
})

test('throws a refusal at once', async () => {
  const { clock, refusals, opened, done } = createServer()
  refusals.push('gone')
  const following = expect(done()).rejects.toBe('gone')
  await clock.goOn(0)
  await following
  expect(opened).toEqual([])
})

test('reconnects when a stopping server asks for it, and does not call that a break', async () => {
  const { clock, opened, connections, done, stop } = createServer()
  const following = done()
  await clock.goOn(0)
  opened[0]?.write('data: a\n\nretry: 200\n\n')
  opened[0]?.end()
  await clock.goOn(199)
  expect(opened).toHaveLength(1)
  await clock.goOn(1)
  expect(opened).toHaveLength(2)
  stop()
  await following
  expect(connections).toEqual([true, true])
})

test('stays quick with a gateway that ends each stream after a minute', async () => {
  const { clock, opened, done, stop } = createServer()
  const following = done()
  for (let cut = 0; cut < 6; cut += 1) {
    for (let beat = 0; beat < 4; beat += 1) {
      await clock.goOn(15_000)
      opened[cut]?.write(':\n\n')
    }
    opened[cut]?.end()
    await clock.goOn(500)
    expect(opened).toHaveLength(cut + 2)
  }
  stop()
  await following
})
