import { listAccounts } from '@podium/contract/calls/accounts.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { q, readAhead } from './query.ts'

test('waits for data that was never read or is invalid, and shows stale data at once', async () => {
  let asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return Response.json({ accounts: [], total: asked })
  })
  const queries = new QueryClient()
  const query = q(listAccounts, { query: { page: 1, page_size: 20 } })
  const total = () => queries.getQueryData(query.queryKey)?.total

  await readAhead(queries, query)
  expect([asked, total()]).toEqual([1, 1])

  // This client treats everything as stale at once.
  await readAhead(queries, query)
  expect([asked, total()]).toEqual([1, 1])

  await queries.invalidateQueries({ queryKey: query.queryKey, refetchType: 'none' })
  await readAhead(queries, query)
  expect([asked, total()]).toEqual([2, 2])
})
