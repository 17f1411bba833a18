import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, unanswered } from './api-error.ts'
import { readAgainWhenBack } from './read-again-when-back.ts'

afterEach(() => vi.unstubAllGlobals())

function show(...failures: Error[]) {
  const server = { isThere: false }
  vi.stubGlobal('fetch', async () => {
    if (!server.isThere) throw new TypeError('Failed to fetch')
    return new Response(null)
  })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const stop = readAgainWhenBack(queries)
  const reads = failures.map((failure, at) => {
    const read = vi.fn(async () => {
      if (!server.isThere) throw failure
      return 'read'
    })
    new QueryObserver(queries, { queryKey: [at], queryFn: read }).subscribe(() => {})
    return read
  })
  return { server, queries, stop, reads }
}

test('repeats a failed read when the network is back, but not a refused one', async () => {
  const refusal = new ApiError({ status: 403, body: { detail: 'No.' } })
  const { server, queries, stop, reads } = show(unanswered('The server cannot be reached.', false), refusal)
  await vi.waitFor(() => expect(queries.getQueryState([0])?.status).toBe('error'))
  server.isThere = true
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(queries.getQueryData([0])).toBe('read'))
  expect(reads.map((read) => read.mock.calls.length)).toEqual([2, 1])
  stop()
})
