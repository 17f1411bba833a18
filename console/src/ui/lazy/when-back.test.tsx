import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenBack } from './when-back.ts'

let isThere: boolean
let asked: number
let passed = 0

beforeEach(() => {
  // More than a minute has passed since the previous test, on a clock that restarts with each test.
  passed += 3_600_000
  vi.useFakeTimers()
  vi.advanceTimersByTime(passed)
  vi.spyOn(Math, 'random').mockReturnValue(0)
  isThere = false
  asked = 0
  vi.stubGlobal('fetch', async (address: string) => {
    // The page of an earlier file may keep its stream open for a while.
    if (address !== '/favicon.svg') throw new TypeError('Failed to fetch')
    asked += 1
    if (!isThere) throw new TypeError('Failed to fetch')
    return new Response(null)
  })
})
afterEach(() => {
  hide(false)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function hide(isHidden: boolean) {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
  document.dispatchEvent(new Event('visibilitychange'))
}

test('asks once for all waiting callers, ever less often, and calls them back together', async () => {
  const goOn = [vi.fn(), vi.fn()] as const
  for (const each of goOn) whenBack(each)
  await vi.advanceTimersByTimeAsync(48_000)
  expect(asked).toBe(5)
  for (const each of goOn) expect(each).not.toHaveBeenCalled()
  isThere = true
  await vi.advanceTimersByTimeAsync(30_000)
  for (const each of goOn) expect(each).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(300_000)
  expect(asked).toBe(6)
})

test('asks at once when the network is back', async () => {
  const goOn = vi.fn()
  whenBack(goOn)
  isThere = true
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(goOn).toHaveBeenCalledOnce()
})

test('does not ask in a background tab, and asks at once when it is visible', async () => {
  hide(true)
  const goOn = vi.fn()
  whenBack(goOn)
  isThere = true
  await vi.advanceTimersByTimeAsync(300_000)
  expect(asked).toBe(0)
  hide(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(goOn).toHaveBeenCalledOnce()
})

test('asks ever less often even if the callers fail again at once', async () => {
  isThere = true
  let stopWaiting = () => {}
  const wait = () => {
    stopWaiting = whenBack(wait)
  }
  wait()
  await vi.advanceTimersByTimeAsync(108_000)
  expect(asked).toBe(7)
  stopWaiting()
})

test('stops asking when nobody waits', async () => {
  const stopWaiting = whenBack(() => {})
  stopWaiting()
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(300_000)
  expect(asked).toBe(0)
})
