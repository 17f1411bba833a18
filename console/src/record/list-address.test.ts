import { expect, test } from 'vitest'
import { PAGE_SIZES } from '../ui/table/pagination.tsx'
import { readListAddress } from './list-address.ts'

const rules = {
  sorts: ['name', 'created_at'],
  defaultSort: '-created_at',
  filters: { state: ['failed', 'running'], made_by: null },
} as const

test('keeps the state of the list in the address', () => {
  expect(
    readListAddress(
      { page: '3', page_size: '50', sort: 'name', q: 'weld', state: 'failed', made_by: 'mina' },
      rules,
    ),
  ).toEqual({
    page: 3,
    page_size: 50,
    sort: 'name',
    q: 'weld',
    filters: { state: 'failed', made_by: 'mina' },
  })
})

test.each([
  [{}],
  [{ page: '-1', page_size: '7', sort: 'secret', state: 'odd' }],
  [{ page: 'x', page_size: '1e9', sort: '--name', q: '' }],
  [{ page: '1.5', sort: '-' }],
])('ignores junk in the address: %o', (search) => {
  expect(readListAddress(search, rules)).toEqual({
    page: 1,
    page_size: 20,
    sort: '-created_at',
    q: '',
    filters: {},
  })
})

test('accepts every page size that a list offers from its address', () => {
  const rules = { sorts: ['name'], defaultSort: 'name', filters: {} }
  const taken = PAGE_SIZES.map((size) => readListAddress({ page_size: String(size) }, rules).page_size)
  expect(taken).toEqual(PAGE_SIZES)
})
