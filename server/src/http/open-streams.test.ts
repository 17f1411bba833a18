import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createOpenStreams, openEventStream } from './event-stream.ts'

test('keeps a session’s newest streams, and closes none of another one', () => {
  const open = createOpenStreams(2)
  const make = (session: string) => {
    const stream = openEventStream({ stillAllowed: async () => true })
    open.add(session, stream)
    return stream
  }
  const theirs = make('theirs')
  const mine = [make('mine'), make('mine'), make('mine')]
  expect(mine.map((stream) => stream.signal.aborted)).toEqual([true, false, false])
  expect(theirs.signal.aborted).toBe(false)
  const left = mine[1]
  if (left) open.remove('mine', left)
  mine.push(make('mine'))
  expect(mine.map((stream) => stream.signal.aborted)).toEqual([true, false, false, false])
  open.endAll()
  expect([mine[2]?.signal.aborted, theirs.signal.aborted]).toEqual([true, true])
  for (const stream of [theirs, ...mine]) stream.readable.destroy()
})

test('asks readers of a stopping server to reconnect', async () => {
  const open = createOpenStreams()
  const stream = openEventStream({ stillAllowed: async () => true })
  open.add('mine', stream)
  open.endAll()
  expect(await text(stream.readable)).toMatch(/^: open\n\nretry: \d{1,3}\n\n$/)
})
