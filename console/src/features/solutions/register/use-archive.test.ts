import { expect, test } from 'vitest'
import { speedometer, timeLeft, uploadWords } from './use-archive.ts'

const MB = 1024 * 1024

test('measures the speed of the last seconds', () => {
  const speedAt = speedometer()
  expect(speedAt(0, 0)).toBeNull()
  expect(speedAt(200, MB)).toBeNull()
  expect(speedAt(2000, 4 * MB)).toBe(2 * MB)
  expect(speedAt(9000, 9 * MB)).toBe((5 / 7) * MB)
  expect(speedAt(20_000, 10 * MB)).toBeNull()
})

test('knows no speed while an upload stands still', () => {
  const speedAt = speedometer()
  speedAt(0, 5)
  expect(speedAt(5000, 5)).toBeNull()
  expect(timeLeft(5, null)).toBeUndefined()
})

test('shows amount, share, speed and time left in one line', () => {
  expect(uploadWords(3 * MB, 12 * MB, 2 * MB)).toBe('3.00 MB of 12.00 MB, 25 %, 2.00 MB a second, 5 s left')
  expect(uploadWords(0, 12 * MB, null)).toBe('0 KB of 12.00 MB, 0 %')
})
