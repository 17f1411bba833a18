import { expect, test } from 'vitest'
import { leastSpan } from './value-range.ts'

const rounded = (span: readonly number[]) => span.map((value) => Number(value.toFixed(4)))

test('shows a few values that flip on an axis that spans a twentieth of the largest', () => {
  expect(rounded(leastSpan(0.976, 0.988))).toEqual([0.9506, 1])
  expect(rounded(leastSpan(0.5, 0.5))).toEqual([0.4875, 0.5125])
  expect(rounded(leastSpan(1000, 1010))).toEqual([979.75, 1030.25])
})

test('leaves a wider span as it is, even of small values', () => {
  expect(leastSpan(0.004, 0.006)).toEqual([0.004, 0.006])
  expect(leastSpan(0, 0)).toEqual([0, 0])
  expect(leastSpan(-2, 2)).toEqual([-2, 2])
})
