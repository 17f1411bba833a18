import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { accessibilityFaults } from '../ui/testing/axe.ts'
import { NoRows } from './no-rows.tsx'

function show(query: { page?: number; q?: string; filters?: object }, filtered?: boolean) {
  const list = { query: { page: 1, q: '', filters: {}, ...query }, setPage: vi.fn(), clear: vi.fn() }
  render(
    <main>
      <NoRows list={list} noun="account" filtered={filtered}>
        No accounts yet
      </NoRows>
    </main>,
  )
  return list
}

test('a list that nothing narrows has none yet', () => {
  show({})
  expect(screen.getByText('No accounts yet')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  [{ q: 'zzz' }, 'No account matches “zzz”', 'Clear search'],
  [{ filters: { role: 'ADMIN' } }, 'No account is like that', 'Clear search and filters'],
  [{ q: 'zzz', filters: { role: 'ADMIN' } }, 'No account matches “zzz”', 'Clear search and filters'],
])('%j: %s', async (query, title, words) => {
  const list = show(query)
  expect(screen.getByText(title)).toBeTruthy()
  expect(screen.queryByText('Filters narrow the list.') !== null).toBe('filters' in query)
  expect(await accessibilityFaults()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: words }))
  expect(list.clear).toHaveBeenCalledTimes(1)
})

test('what a list keeps in the address without narrowing anything is no filter', () => {
  show({ filters: { view: 'instances' } }, false)
  expect(screen.getByText('No accounts yet')).toBeTruthy()
})

test('a page behind the end says nothing of what was searched for, and leads to the first', async () => {
  const list = show({ page: 9, q: 'kim' })
  expect(screen.getByText('There is no such page')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'First page' }))
  expect(list.setPage).toHaveBeenCalledWith(1)
})
