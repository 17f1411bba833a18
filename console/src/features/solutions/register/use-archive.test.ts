import { expect, test } from 'vitest'
import { speedOf, timeLeft, uploadWords, withSample } from './use-archive.ts'

const MB = 1024 * 1024

test('the speed is that of the last seconds', () => {
  let samples = withSample([], { at: 0, sent: 0 })
  expect(speedOf(samples)).toBeNull()
  samples = withSample(samples, { at: 200, sent: MB })
  expect(speedOf(samples)).toBeNull()
  samples = withSample(samples, { at: 2000, sent: 4 * MB })
  expect(speedOf(samples)).toBe(2 * MB)
  samples = withSample(samples, { at: 20_000, sent: 5 * MB })
  expect(samples).toHaveLength(1)
})

test('an upload that stands still has no speed to count on', () => {
  expect(
    speedOf([
      { at: 0, sent: 5 },
      { at: 5000, sent: 5 },
    ]),
  ).toBeNull()
  expect(timeLeft(5, null)).toBeUndefined()
})

test('amount, share, speed and time left stand in one line', () => {
  expect(uploadWords(3 * MB, 12 * MB, 2 * MB)).toBe('3.00 MB of 12.00 MB, 25 %, 2.00 MB a second, 5 s left')
  expect(uploadWords(0, 12 * MB, null)).toBe('0 KB of 12.00 MB, 0 %')
})
