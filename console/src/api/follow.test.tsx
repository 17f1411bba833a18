import { followRuns } from '@podium/contract/calls/runs.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Follower } from './follow.ts'
import { follow } from './follow.ts'

const PAGE = '<!doctype html><title>Sign in</title>'
const encoder = new TextEncoder()

/** The opened streams, written by the test. */
const opened: { from: string | undefined; isClosed: boolean; write: (text: string) => void }[] = []
let answers: (() => Response | Promise<Response>)[] = []
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.stubGlobal(
    'fetch',
    async (address: string, init: { headers: Record<string, string>; signal: AbortSignal }) => {
      // A page of another test keeps its stream for a moment after it was left.
      if (!address.endsWith('workspace_id=w')) return new Promise(() => {})
      const answer = answers.shift()
      return answer ? answer() : openStream(init)
    },
  )
})
afterEach(() => {
  stop()
  hide(false)
  opened.length = 0
  answers = []
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function openStream({ headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) {
  const stream = { from: headers['last-event-id'], isClosed: false, write: (_: string) => {} }
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      stream.write = (text) => controller.enqueue(encoder.encode(text))
      signal.addEventListener('abort', () => {
        stream.isClosed = true
        controller.error(signal.reason)
      })
    },
  })
  opened.push(stream)
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

function hide(isHidden: boolean) {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
  document.dispatchEvent(new Event('visibilitychange'))
}

async function start(follower: Partial<Follower> = {}) {
  const heard: string[] = []
  const connections: boolean[] = []
  stop = follow(followRuns, () => ({ query: { workspace_id: 'w' } }), {
    onEvent: ({ data }) => heard.push(data),
    onConnection: (connected) => connections.push(connected),
    ...follower,
  })
  await vi.advanceTimersByTimeAsync(0)
  return { heard, connections }
}

const write = (stream: number, text: string) => {
  opened[stream]?.write(text)
  return vi.advanceTimersByTimeAsync(0)
}

test('resumes after the last event when the connection broke', async () => {
  answers = [
    () => new Response('id: 3\ndata: a\n\n', { headers: { 'content-type': 'text/event-stream' } }),
    () => Promise.reject(new TypeError('broken')),
  ]
  const { heard, connections } = await start()
  await vi.advanceTimersByTimeAsync(2000)
  await write(0, 'id: 4\ndata: b\n\n')
  expect(heard).toEqual(['a', 'b'])
  expect(opened.map(({ from }) => from)).toEqual(['3'])
  expect(connections).toEqual([true, false, false, true])
})

test('opens the stream again when the connection is silent', async () => {
  const { connections } = await start()
  await write(0, 'id: 5\ndata: a\n\n')
  await vi.advanceTimersByTimeAsync(40_500)
  expect(opened.map(({ from, isClosed }) => [from, isClosed])).toEqual([
    [undefined, true],
    ['5', false],
  ])
  expect(connections).toEqual([true, false, true])
})

test('closes the stream in a background tab, and opens it again when the tab is visible', async () => {
  const onLook = vi.fn()
  const { connections } = await start({ onLook })
  await write(0, 'id: 7\ndata: a\n\n')
  hide(true)
  await vi.advanceTimersByTimeAsync(4999)
  expect(opened[0]?.isClosed).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(opened[0]?.isClosed).toBe(true)
  await vi.advanceTimersByTimeAsync(180_000)
  expect(opened).toHaveLength(1)
  expect(onLook).toHaveBeenCalledTimes(4)
  hide(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(opened.map(({ from }) => from)).toEqual([undefined, '7'])
  expect(connections).toEqual([true, true])
  await write(1, ':\n\n')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(onLook).toHaveBeenCalledTimes(4)
})

test('keeps the stream of a tab that is hidden for a moment', async () => {
  await start()
  hide(true)
  await vi.advanceTimersByTimeAsync(3000)
  hide(false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([false])
})

test('opens no stream in a background tab until it is visible', async () => {
  hide(true)
  await start()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(opened).toEqual([])
  hide(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(opened).toHaveLength(1)
})

test('opens the stream again at once when the network is back', async () => {
  answers = Array.from({ length: 9 }, () => () => Promise.reject(new TypeError('offline')))
  await start()
  await vi.advanceTimersByTimeAsync(5000)
  answers = []
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(opened).toHaveLength(1)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, false])
})

test('reconnects when a stopping server asks for it, without reporting a break', async () => {
  answers = [
    () => new Response('data: a\n\nretry: 200\n\n', { headers: { 'content-type': 'text/event-stream' } }),
  ]
  const { connections } = await start()
  await vi.advanceTimersByTimeAsync(199)
  expect(opened).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(opened).toHaveLength(1)
  expect(connections).toEqual([true, true])
})

test("treats a gateway's page as a broken connection", async () => {
  answers = [
    () => new Response(PAGE, { headers: { 'content-type': 'text/html' } }),
    () => new Response(PAGE, { status: 401 }),
    () => new Response(PAGE, { status: 502 }),
  ]
  const onRefused = vi.fn()
  const { heard, connections } = await start({ onRefused })
  await vi.advanceTimersByTimeAsync(3500)
  expect(opened).toHaveLength(1)
  expect([heard, connections]).toEqual([[], [false, false, false, true]])
  expect(onRefused).not.toHaveBeenCalled()
})

test('ends after a refusal, even when the page is visible again', async () => {
  answers = [() => new Response(JSON.stringify({ detail: 'Gone.' }), { status: 404 })]
  const onRefused = vi.fn()
  await start({ onRefused })
  expect(onRefused).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ status: 404, message: 'Gone.' }),
  )
  hide(true)
  hide(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(opened).toEqual([])
})
