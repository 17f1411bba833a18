import { expect, test } from 'vitest'
import { countOf, formatNumber, formatShare } from './number.ts'

test('numbers carry thousands separators', () => {
  expect(formatNumber(1204)).toBe('1,204')
  expect(formatNumber(0)).toBe('0')
  expect(formatNumber(1234567.25)).toBe('1,234,567.25')
  expect(formatNumber(null)).toBe('–')
  expect(formatNumber(Number.POSITIVE_INFINITY)).toBe('–')
})

test('shares and counts read as words', () => {
  expect(formatShare(0.5843)).toBe('58 %')
  expect(formatShare(null)).toBe('–')
  expect(countOf(1, 'run')).toBe('1 run')
  expect(countOf(1204, 'run')).toBe('1,204 runs')
  expect(countOf(0, 'entry', 'entries')).toBe('0 entries')
})
