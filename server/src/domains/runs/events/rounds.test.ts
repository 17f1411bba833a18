import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { everyRound } from '../../../http/event-stream.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('calls all callbacks at the same moments, whenever they began, and leaves no timer when all have ended', () => {
  const calls: string[] = []
  const note = (name: string) => () => calls.push(`${name} at ${Date.now() - begun}`)
  const begun = Date.now()
  const first = everyRound(750, note('first'))
  vi.advanceTimersByTime(300)
  const second = everyRound(750, note('second'))
  vi.advanceTimersByTime(600)
  expect(calls).toEqual(['first at 750', 'second at 750'])
  first()
  first()
  vi.advanceTimersByTime(750)
  expect(calls.slice(2)).toEqual(['second at 1500'])
  second()
  expect(vi.getTimerCount()).toBe(0)
})
