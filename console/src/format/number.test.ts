import { expect, test } from 'vitest'
import { countOf, formatFigure, formatNumber, formatShare } from './number.ts'

test('writes numbers with thousands separators', () => {
  expect(formatNumber(1204)).toBe('1,204')
  expect(formatNumber(0)).toBe('0')
  expect(formatNumber(1234567.25)).toBe('1,234,567.25')
  expect(formatNumber(null)).toBe('–')
  expect(formatNumber(Number.POSITIVE_INFINITY)).toBe('–')
})

test('writes shares and counts as words', () => {
  expect(formatShare(0.5843)).toBe('58 %')
  expect(formatShare(null)).toBe('–')
  expect(countOf(1, 'run')).toBe('1 run')
  expect(countOf(1204, 'run')).toBe('1,204 runs')
  expect(countOf(0, 'entry', 'entries')).toBe('0 entries')
})

test.each([
  [344, '344'],
  [10_240_000, '10,240,000'],
  [0.98837209, '0.988372'],
  [1234.56789, '1,234.57'],
  [-0.5, '-0.5'],
  [0, '0'],
  [0.00001234567, '0.0000123457'],
  [1.5e-9, '1.5e-9'],
])('shows the figure %d as %s', (value, shown) => {
  expect(formatFigure(value)).toBe(shown)
})
