import { expect, test } from 'vitest'
import { readEvents } from './server-events.ts'

async function eventsOf(...chunks: string[]) {
  const encoder = new TextEncoder()
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk))
      controller.close()
    },
  })
  const found = []
  for await (const event of readEvents(body)) found.push(event)
  return found
}

test('reads whole events wherever the stream was cut', async () => {
  const text = ': heartbeat\n\nid: 7\nevent: run\ndata: {"a":1}\r\n\r\ndata: one\ndata: two\n\nretry: 10\n\n'
  for (let cut = 0; cut < text.length; cut += 1) {
    expect(await eventsOf(text.slice(0, cut), text.slice(cut))).toEqual([
      { id: '7', event: 'run', data: '{"a":1}' },
      { id: '7', event: 'message', data: 'one\ntwo' },
    ])
  }
})

test('reads events across chunk borders', async () => {
  expect(
    await eventsOf('event: lines\nid: 12\nda', 'ta: one\ndata: two\n\nevent: end\n', 'data:\n\n'),
  ).toEqual([
    { event: 'lines', id: '12', data: 'one\ntwo' },
    { event: 'end', id: '12', data: '' },
  ])
})

test('joins a character that was cut', async () => {
  const bytes = new TextEncoder().encode('data: für\n\n')
  const body = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  expect((await readEvents(body).next()).value).toMatchObject({ data: 'für' })
})

test('ignores heartbeats and unfinished events', async () => {
  expect(await eventsOf(': still here\n\n', 'event: lines\ndata: cut')).toEqual([])
})

test('passes on when the server wants clients to return', async () => {
  const retries: number[] = []
  const body = new Response('data: one\n\nretry: 250\n\n').body
  for await (const _ of readEvents(body as ReadableStream<Uint8Array>, {
    onRetry: (ms) => retries.push(ms),
  }));
  expect(retries).toEqual([250])
})
