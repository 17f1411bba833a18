import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { EmptyState } from '../feedback/empty-state.tsx'
import { SkeletonRows } from '../feedback/skeleton-rows.tsx'
import { accessibilityFaults } from '../testing/axe.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { Pagination } from './pagination.tsx'
import { type Column, RowName, type Sort } from './table-rows.tsx'
import { BulkBar, Toolbar } from './toolbar.tsx'

interface Account {
  username: string
  logins: number
}

const accounts: Account[] = [
  { username: 'mina', logins: 12 },
  { username: 'ops-1', logins: 3 },
]

const columns: Column<Account>[] = [
  {
    id: 'username',
    header: 'ID',
    cell: (row) => <RowName sub="static">{row.username}</RowName>,
    sortable: true,
  },
  { id: 'logins', header: 'Logins', cell: (row) => row.logins, numeric: true, sortable: true },
]

function Accounts(props: Partial<DataTableProps<Account>>) {
  return (
    <main>
      <DataTable
        name="Accounts"
        columns={columns}
        rows={accounts}
        rowId={(row) => row.username}
        rowName={(row) => row.username}
        {...props}
      />
    </main>
  )
}

test('names the table and shows the rows in the given order', () => {
  render(<Accounts />)
  const rows = within(screen.getByRole('table', { name: 'Accounts' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual(['IDLogins', 'minastatic12', 'ops-1static3'])
})

test('renders a screenful of rows in the first frame, and the rest after it in reserved space', async () => {
  const many = Array.from({ length: 50 }, (_, at) => ({ username: `person-${at}`, logins: at }))
  const first = renderToStaticMarkup(<Accounts rows={many} />)
  expect([first.includes('person-16'), first.includes('person-17')]).toEqual([true, false])
  expect(first).toContain('<tr style="height:calc(33 * var(--cell))"></tr>')
  render(<Accounts rows={many} />)
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(51))
})

function Sorted({ onSort }: { onSort: (sort: Sort) => void }) {
  const [sort, setSort] = useState<Sort>()
  return (
    <Accounts
      sort={sort}
      onSort={(next) => {
        onSort(next)
        setSort(next)
      }}
    />
  )
}

test('sorts up, then down by a header, and names the direction', async () => {
  const onSort = vi.fn()
  render(<Sorted onSort={onSort} />)
  const head = screen.getByRole('columnheader', { name: 'Logins' })
  expect(head.getAttribute('aria-sort')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Logins' }))
  expect(head.getAttribute('aria-sort')).toBe('ascending')
  await userEvent.click(screen.getByRole('button', { name: 'Logins' }))
  expect(head.getAttribute('aria-sort')).toBe('descending')
  await userEvent.click(screen.getByRole('button', { name: 'Logins' }))
  expect(onSort.mock.calls.map(([sort]) => sort)).toEqual([
    { id: 'logins', desc: false },
    { id: 'logins', desc: true },
    { id: 'logins', desc: false },
  ])
})

function Selectable({ onSelect }: { onSelect: (ids: string[]) => void }) {
  const [selected, setSelected] = useState<string[]>(['elsewhere'])
  return (
    <Accounts
      selected={selected}
      onSelect={(ids) => {
        onSelect([...ids].sort())
        setSelected(ids)
      }}
    />
  )
}

test('selects rows one by one and all at once, and keeps rows of other pages selected', async () => {
  const onSelect = vi.fn()
  render(<Selectable onSelect={onSelect} />)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select mina' }))
  expect(screen.getByRole('checkbox', { name: 'Select all on this page' })).toHaveProperty(
    'indeterminate',
    true,
  )
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  expect(screen.getByRole('checkbox', { name: 'Select ops-1' })).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  expect(onSelect.mock.calls.map(([ids]) => ids)).toEqual([
    ['elsewhere', 'mina'],
    ['elsewhere', 'mina', 'ops-1'],
    ['elsewhere'],
  ])
})

test('sorts and selects by a bar on a phone, which has no headers', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) => Object.assign(new EventTarget(), { matches: true, media }) as MediaQueryList,
  )
  const onSort = vi.fn()
  const onSelect = vi.fn()
  render(
    <Accounts sort={{ id: 'logins', desc: true }} onSort={onSort} selected={['mina']} onSelect={onSelect} />,
  )
  const table = within(screen.getByRole('table', { name: 'Accounts' }))
  expect(table.queryByRole('button')).toBeNull()
  expect(table.getAllByRole('checkbox')).toHaveLength(2)
  const all = await screen.findByRole('checkbox', { name: 'Select all' })
  expect(all).toHaveProperty('indeterminate', true)
  await userEvent.click(all)
  expect(onSelect).toHaveBeenCalledWith(['mina', 'ops-1'])
  expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveProperty('value', 'logins')
  await userEvent.click(screen.getByRole('button', { name: 'Sort ascending' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'ID')
  expect(onSort.mock.calls).toEqual([[{ id: 'logins', desc: false }], [{ id: 'username', desc: false }]])
  expect(await accessibilityFaults()).toEqual([])
  vi.restoreAllMocks()
})

test('gives each row its menu', async () => {
  const unlock = vi.fn()
  render(<Accounts menu={(row) => [{ label: 'Unlock', onSelect: () => unlock(row.username) }]} />)
  await userEvent.click(screen.getByRole('button', { name: 'More for ops-1' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Unlock' }))
  await waitFor(() => expect(unlock).toHaveBeenCalledWith('ops-1'))
})

test('shows loading, empty and full in the same table', async () => {
  const { rerender } = render(
    <Accounts rows={undefined} placeholder={<SkeletonRows label="Loading accounts" />} />,
  )
  expect(screen.getByRole('table', { name: 'Accounts' })).toBeDefined()
  expect(screen.getByRole('status').textContent).toBe('Loading accounts')
  expect(await accessibilityFaults()).toEqual([])
  rerender(<Accounts rows={[]} placeholder={<EmptyState title="No accounts yet" />} />)
  expect(screen.getByText('No accounts yet')).toBeDefined()
  expect(await accessibilityFaults()).toEqual([])
})

test('counts, turns pages and changes their size in the footer', async () => {
  const onPage = vi.fn()
  const onPageSize = vi.fn()
  const foot = (page: number) => (
    <Pagination page={page} pageSize={20} total={142} noun="run" onPage={onPage} onPageSize={onPageSize} />
  )
  const { rerender } = render(foot(1))
  expect(screen.getByRole('status').textContent).toBe('1–20 of 142 runs')
  await userEvent.click(screen.getByRole('button', { name: 'Previous page' }))
  expect(onPage).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(onPage).toHaveBeenCalledWith(2)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Page size' }), '50')
  expect(onPageSize).toHaveBeenCalledWith(50)
  rerender(foot(8))
  expect(screen.getByRole('status').textContent).toBe('141–142 of 142 runs')
  expect(screen.getByRole('button', { name: 'Next page' }).getAttribute('aria-disabled')).toBe('true')
})

test('counts a single page that holds everything, and offers no other', () => {
  const nothing = () => {}
  render(<Pagination page={1} pageSize={20} total={1} noun="run" onPage={nothing} onPageSize={nothing} />)
  expect(screen.getByRole('status').textContent).toBe('1 run')
  expect(screen.queryByRole('button')).toBeNull()
})

test('has no accessibility faults in a full table with all its parts', async () => {
  const nothing = () => {}
  render(
    <>
      <Toolbar search={<input aria-label="Search" />} />
      <BulkBar count={2} noun="run" onClear={nothing}>
        <button type="button">Delete 2</button>
      </BulkBar>
      <Accounts
        sort={{ id: 'logins', desc: true }}
        onSort={nothing}
        selected={['mina']}
        onSelect={nothing}
        menu={() => []}
        tall
        stale
        foot={
          <Pagination page={1} pageSize={20} total={2} noun="run" onPage={nothing} onPageSize={nothing} />
        }
      />
    </>,
  )
  expect(screen.getByText('2 runs selected')).toBeDefined()
  expect(await accessibilityFaults()).toEqual([])
})
