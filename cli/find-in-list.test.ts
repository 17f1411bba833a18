import { expect, test } from 'vitest'
import { findInList } from './find-in-list.ts'

const names = Array.from({ length: 2500 }, (_, index) => `demo-${2500 - index}`)
const asked: number[] = []
const readPage = async ({ page, page_size }: { page: number; page_size: number }) => {
  asked.push(page)
  return { items: names.slice((page - 1) * page_size, page * page_size), total: names.length }
}

test('finds an item behind thousands of others, and reads nothing beyond it', async () => {
  expect(await findInList(readPage, (name) => name === 'demo-2500')).toBe('demo-2500')
  expect(asked.splice(0)).toEqual([1])
  expect(await findInList(readPage, (name) => name === 'demo-1')).toBe('demo-1')
  expect(asked.splice(0)).toEqual([1, 2, 3])
})

test('ends with the list if an item is missing, even if the list shrinks meanwhile', async () => {
  expect(await findInList(readPage, (name) => name === 'demo')).toBeUndefined()
  expect(asked.splice(0)).toEqual([1, 2, 3])
  expect(
    await findInList(
      async () => ({ items: [], total: 9000 }),
      () => true,
    ),
  ).toBeUndefined()
})
