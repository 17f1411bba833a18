import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ListFoot } from './list-foot.tsx'

function listOn(page: number) {
  return { query: { page, page_size: 20 }, setPage: vi.fn(), setPageSize: vi.fn() }
}

test('a list is counted, and turned by its own state', async () => {
  const list = listOn(2)
  render(<ListFoot list={list} total={142} noun="run" note="1 of them failed" />)
  expect(screen.getByRole('status').textContent).toBe('21–40 of 142 runs, 1 of them failed')
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(list.setPage).toHaveBeenCalledWith(3)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Page size' }), '100')
  expect(list.setPageSize).toHaveBeenCalledWith(100)
})

test.each([
  ['nothing has come yet', 1, undefined],
  ['nothing is there', 1, 0],
  ['the page is behind the end', 3, 40],
])('there is nothing to turn while %s', (_, page, total) => {
  const { container } = render(<ListFoot list={listOn(page)} total={total} noun="run" />)
  expect(container.textContent).toBe('')
})
