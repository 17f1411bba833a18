import { expect, test } from 'vitest'
import { orBlank, withBlanks } from './blank.ts'

test('null becomes the empty string, in a copy', () => {
  const row = { name: 'poc', hash: null, count: 0, is_open: false }
  expect(withBlanks(row)).toEqual({ name: 'poc', hash: '', count: 0, is_open: false })
  expect(row.hash).toBeNull()
  expect(orBlank(null)).toBe('')
  expect(orBlank(undefined)).toBe('')
  expect(orBlank('x')).toBe('x')
})
