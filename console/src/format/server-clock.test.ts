import { beforeEach, expect, test, vi } from 'vitest'

const SERVER = Date.parse('2026-11-30T14:00:00Z')
let learnServerTime: (date: string | null, sentAt: number) => void
let serverNow: () => number

/** Sets the browser's clock, and the age of its page. */
function setBrowser(clock: string, page: number) {
  vi.setSystemTime(clock)
  vi.spyOn(performance, 'now').mockReturnValue(page)
}
/** Simulates a response dated that many milliseconds after the server's two o'clock. The call took `took`. */
function answer({ at, page, took = 40 }: { at: number; page: number; took?: number }) {
  vi.spyOn(performance, 'now').mockReturnValue(page)
  learnServerTime(new Date(SERVER + at).toUTCString(), page - took)
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.resetModules()
  const clock = await import('./server-clock.ts')
  learnServerTime = clock.learnServerTime
  serverNow = clock.serverNow
  return () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})

test('returns the browser’s time before the first response, and after one without a date', () => {
  setBrowser('2026-11-30T16:00:00Z', 500)
  expect(serverNow()).toBe(Date.parse('2026-11-30T16:00:00Z'))
  learnServerTime(null, 400)
  learnServerTime('soon', 400)
  expect(serverNow()).toBe(Date.parse('2026-11-30T16:00:00Z'))
})

test.each(['2026-11-30T16:00:00Z', '2026-11-30T13:50:00Z', '2031-01-01T00:00:00Z'])(
  'returns the server’s time to the second if the browser has %s',
  (clock) => {
    setBrowser(clock, 500)
    answer({ at: 0, page: 500 })
    expect(Math.abs(serverNow() - SERVER)).toBeLessThanOrEqual(1000)
  },
)

test('gets closer with each response, and never goes back', () => {
  // The page began when the server's clock was at 14:00:00.900.
  const times: number[] = []
  for (const page of [0, 130, 1_400, 2_070, 3_090, 3_110]) {
    answer({ at: 900 + page - 10, page, took: 20 })
    times.push(serverNow())
  }
  expect(times).toEqual([...times].sort((one, other) => one - other))
  expect(Math.abs(serverNow() - (SERVER + 900 + 3_110))).toBeLessThanOrEqual(40)
})

test('goes on evenly while the browser’s clock is set', () => {
  setBrowser('2026-11-30T14:00:00Z', 500)
  answer({ at: 0, page: 500 })
  const before = serverNow()
  setBrowser('2026-11-30T19:00:00Z', 1_500)
  expect(serverNow() - before).toBe(1_000)
})

test('starts again with a response that contradicts the known time, even backwards', () => {
  answer({ at: 0, page: 500 })
  serverNow()
  answer({ at: 7_200_000, page: 900 })
  expect(Math.abs(serverNow() - SERVER - 7_200_000)).toBeLessThanOrEqual(1000)
  answer({ at: 10_000, page: 1_000 })
  expect(Math.abs(serverNow() - SERVER - 10_000)).toBeLessThanOrEqual(1000)
})
