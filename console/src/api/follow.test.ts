import { followRuns } from '@podium/contract/runs.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { follow } from './follow.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function streamOf(text: string) {
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
}

test('after a break it goes on where it stopped, until it is stopped', async () => {
  vi.useFakeTimers()
  const asked: (string | undefined)[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(headers['last-event-id'])
    if (asked.length === 2) throw new TypeError('broken')
    return streamOf(asked.length === 1 ? 'id: 3\ndata: a\n\n' : 'id: 4\ndata: b\n\n')
  })
  const heard: string[] = []
  const connections: boolean[] = []
  const stop = follow(
    followRuns,
    { query: { workspace_id: 'w' } },
    {
      onEvent: ({ data }) => heard.push(data),
      onConnection: (connected) => connections.push(connected),
    },
  )
  await vi.waitUntil(() => {
    vi.advanceTimersByTime(500)
    return heard.length === 2
  })
  stop()
  expect(heard).toEqual(['a', 'b'])
  expect(asked.slice(0, 3)).toEqual([undefined, '3', '3'])
  expect(connections.slice(0, 4)).toEqual([true, false, false, true])
})

test('a server that stops says when to come again, and that is no break', async () => {
  vi.useFakeTimers()
  const fetched = vi.fn(async () => streamOf('data: a\n\nretry: 200\n\n'))
  vi.stubGlobal('fetch', fetched)
  const connections: boolean[] = []
  const stop = follow(
    followRuns,
    {},
    { onEvent: () => {}, onConnection: (connected) => connections.push(connected) },
  )
  await vi.advanceTimersByTimeAsync(199)
  expect(fetched).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(fetched).toHaveBeenCalledTimes(2)
  stop()
  expect(connections).toEqual([true, true])
})

test('a refusal for good ends it', async () => {
  const fetched = vi.fn(async () => new Response(JSON.stringify({ detail: 'Gone.' }), { status: 404 }))
  vi.stubGlobal('fetch', fetched)
  const refusal = await new Promise((resolve) => {
    follow(followRuns, {}, { onEvent: () => {}, onRefused: resolve })
  })
  expect(refusal).toMatchObject({ status: 404, message: 'Gone.' })
  expect(fetched).toHaveBeenCalledOnce()
})
