import { expect, test } from 'vitest'
import { extendRange, lineRangeHash, parseLineRange } from './line-range.ts'

test.each([
  ['#L12', [12, 12]],
  ['#L12-40', [12, 40]],
  ['#L40-12', [12, 40]],
  ['#L0', null],
  ['#Lx', null],
  ['#L1-', null],
  ['', null],
])('%s marks %j', (hash, expected) => {
  expect(parseLineRange(hash)).toEqual(expected)
})

test('parses the hash of a range back to it', () => {
  expect(parseLineRange(lineRangeHash([3, 3]))).toEqual([3, 3])
  expect(parseLineRange(lineRangeHash([3, 9]))).toEqual([3, 9])
})

test('marks on a click, extends with Shift, and clears on a second click', () => {
  expect(extendRange(null, 5, false)).toEqual([5, 5])
  expect(extendRange([5, 5], 9, true)).toEqual([5, 9])
  expect(extendRange([5, 9], 2, true)).toEqual([2, 9])
  expect(extendRange([5, 5], 5, false)).toBeNull()
})
