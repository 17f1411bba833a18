import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRetries } from './run-loop.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('tries again after a pause, and sooner if somebody waits', () => {
  const retries = createRetries((failures) => failures * 10_000)
  retries.failed('run')
  retries.failed('run')
  vi.advanceTimersByTime(4_999)
  expect([retries.mayTry('run'), retries.mayTry('run', 5_000)]).toEqual([false, false])
  vi.advanceTimersByTime(1)
  expect([retries.mayTry('run'), retries.mayTry('run', 5_000)]).toEqual([false, true])
  vi.advanceTimersByTime(15_000)
  expect([retries.mayTry('run'), retries.count('run')]).toEqual([true, 2])
  retries.succeeded('run')
  expect([retries.mayTry('run'), retries.count('run')]).toEqual([true, 0])
})
