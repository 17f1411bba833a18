import { expect, test } from 'vitest'
import { findInList } from './find-in-list.ts'

const names = Array.from({ length: 2500 }, (_, index) => `demo-${2500 - index}`)
const asked: number[] = []
const readPage = async ({ page, page_size }: { page: number; page_size: number }) => {
  asked.push(page)
  return { items: names.slice((page - 1) * page_size, page * page_size), total: names.length }
}

test('what stands behind thousands of others is found, and nothing is read beyond it', async () => {
  expect(await findInList(readPage, (name) => name === 'demo-2500')).toBe('demo-2500')
  expect(asked.splice(0)).toEqual([1])
  expect(await findInList(readPage, (name) => name === 'demo-1')).toBe('demo-1')
  expect(asked.splice(0)).toEqual([1, 2, 3])
})

test('what is not there ends with the list, also when it shrinks meanwhile', async () => {
  expect(await findInList(readPage, (name) => name === 'demo')).toBeUndefined()
  expect(asked.splice(0)).toEqual([1, 2, 3])
  expect(
    await findInList(
      async () => ({ items: [], total: 9000 }),
      () => true,
    ),
  ).toBeUndefined()
})
