import { listAccounts } from '@podium/contract/calls/accounts.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { accessibilityFaults } from '../ui/testing/axe.ts'
import { PagedTable } from './list-table.tsx'
import type { List, ListRoute } from './use-list.ts'

interface Row {
  id: string
}

const COLUMNS = [{ id: 'id', header: 'ID', cell: ({ id }: Row) => id }]

interface Shown {
  address?: { page?: number; q?: string; filters?: Record<string, string> }
  rows?: Row[]
  total?: number
}

/** Renders a list as useList returns it, at an address of the console. */
function show({ address = {}, rows = [], total = rows.length }: Shown) {
  const calls = { setPage: vi.fn(), setPageSize: vi.fn(), clear: vi.fn() }
  const list = {
    ...calls,
    route: listAccounts,
    address: { page: 1, page_size: 20, sort: 'username', q: '', filters: {}, ...address },
    query: { data: { total }, error: null, isPlaceholderData: false },
    rows,
    total,
    isFiltered: Object.keys(address.filters ?? {}).length > 0,
    isEmpty: total === 0 && !address.q && !address.filters,
  } as unknown as List<ListRoute, Row>
  render(
    <main>
      <PagedTable<Row>
        list={list}
        name="Accounts"
        noun="account"
        columns={COLUMNS}
        rowId={({ id }) => id}
        rowName={({ id }) => id}
      />
    </main>,
  )
  return calls
}

test('counts a list, and pages it by its own state', async () => {
  const { setPage, setPageSize } = show({ address: { page: 2 }, rows: [{ id: 'kim' }], total: 142 })
  expect(screen.getByRole('status').textContent).toBe('21–40 of 142 accounts')
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(setPage).toHaveBeenCalledWith(3)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Page size' }), '100')
  expect(setPageSize).toHaveBeenCalledWith(100)
})

test('says that an unfiltered list has none yet, and offers no pages', () => {
  show({})
  expect(screen.getByText('No accounts yet')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  [{ q: 'zzz' }, 'No account matches “zzz”', 'Clear search'],
  [{ filters: { role: 'ADMIN' } }, 'No account matches the filters', 'Clear search and filters'],
  [{ q: 'zzz', filters: { role: 'ADMIN' } }, 'No account matches “zzz”', 'Clear search and filters'],
])('says for %j: %s', async (address, title, words) => {
  const { clear } = show({ address })
  expect(screen.getByText(title)).toBeTruthy()
  expect(screen.queryByText('Filters narrow the list.') !== null).toBe('filters' in address)
  expect(await accessibilityFaults()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: words }))
  expect(clear).toHaveBeenCalledTimes(1)
})

test('says nothing of the search on a page behind the end, and leads to the first', async () => {
  const { setPage } = show({ address: { page: 9, q: 'kim' }, total: 40 })
  expect(screen.getByText('There is no such page')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'First page' }))
  expect(setPage).toHaveBeenCalledWith(1)
})
