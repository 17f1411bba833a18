import { expect, test } from 'vitest'
import { formatDuration, formatSoFar, formatWaiting } from './duration.ts'

test.each([
  [0, '0 s'],
  [14.9, '14 s'],
  [380, '6 min 20 s'],
  [2467, '41 min 07 s'],
  [7500, '2 h 05 min'],
  [97_200, '1 d 03 h'],
  [null, '–'],
  [Number.NaN, '–'],
  [-1, '–'],
])('writes %d seconds as %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})

test('writes a running duration in whole minutes', () => {
  expect(formatSoFar(688)).toBe('11 min so far')
  expect(formatSoFar(14)).toBe('14 s so far')
  expect(formatSoFar(7500)).toBe('2 h 05 min so far')
  expect(formatSoFar(undefined)).toBe('–')
  expect(formatWaiting(1100)).toBe('waiting 18 min')
  expect(formatWaiting(null)).toBe('–')
})
