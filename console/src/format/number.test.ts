import { expect, test } from 'vitest'
import { countOf, formatAmount, formatNumber, formatShare, padDecimals, truncateToTen } from './number.ts'

test('numbers carry thousands separators', () => {
  expect(formatNumber(1204)).toBe('1,204')
  expect(formatNumber(0)).toBe('0')
  expect(formatNumber(1234567.25)).toBe('1,234,567.25')
  expect(formatNumber(null)).toBe('–')
  expect(formatNumber(Number.POSITIVE_INFINITY)).toBe('–')
})

test('amounts are cut down to a multiple of 10', () => {
  expect(truncateToTen(9)).toBe(0)
  expect(truncateToTen(9748)).toBe(9740)
  expect(truncateToTen(9740)).toBe(9740)
  expect(formatAmount(9748)).toBe('9,740')
  expect(formatAmount(undefined)).toBe('–')
})

test('decimals are padded and never cut', () => {
  expect(padDecimals(0.9, 4)).toBe('0.9000')
  expect(padDecimals(3, 2)).toBe('3.00')
  expect(padDecimals('0.91234', 2)).toBe('0.91234')
  expect(padDecimals(7, 0)).toBe('7')
  expect(padDecimals(null, 2)).toBe('–')
})

test('shares and counts read as words', () => {
  expect(formatShare(0.5843)).toBe('58 %')
  expect(formatShare(null)).toBe('–')
  expect(countOf(1, 'run')).toBe('1 run')
  expect(countOf(1204, 'run')).toBe('1,204 runs')
  expect(countOf(0, 'entry', 'entries')).toBe('0 entries')
})
