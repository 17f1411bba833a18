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
  for await (const event of readEvents(new Response(body))) found.push(event)
  return found
}

test('events are read across chunk borders', async () => {
  expect(
    await eventsOf('event: lines\nid: 12\nda', 'ta: one\ndata: two\n\nevent: end\n', 'data:\n\n'),
  ).toEqual([
    { event: 'lines', id: '12', data: 'one\ntwo' },
    { event: 'end', id: '', data: '' },
  ])
})

test('heartbeats and unfinished events are nothing', async () => {
  expect(await eventsOf(': still here\n\n', 'event: lines\ndata: cut')).toEqual([])
})
