import { afterEach, expect, test, vi } from 'vitest'
import { endOfDay, withLocalDays } from './local-days.ts'

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['Asia/Seoul', '2026-11-29', '2026-11-28T15:00:00.000Z', '2026-11-29T15:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-29', '2026-11-29T08:00:00.000Z', '2026-11-30T08:00:00.000Z'],
  ['Asia/Kolkata', '2026-12-31', '2026-12-30T18:30:00.000Z', '2026-12-31T18:30:00.000Z'],
  ['Pacific/Kiritimati', '2028-02-29', '2028-02-28T10:00:00.000Z', '2028-02-29T10:00:00.000Z'],
  ['UTC', '2026-11-29', '2026-11-29T00:00:00.000Z', '2026-11-30T00:00:00.000Z'],
  // the clocks change on it, at its beginning or in its middle
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
])('reads a day in the time zone %s: %s', (zone, day, begin, end) => {
  vi.stubEnv('TZ', zone)
  const all = { from: day, to: day, ended_from: day, q: day }
  expect(withLocalDays(all)).toEqual({ from: begin, to: end, ended_from: begin, q: day })
  expect(endOfDay(day)).toBe(end)
})

test('leaves everything but days unchanged', () => {
  const kept = { from: '2026-11-29T08:00:00+09:00', to: '2026-02-30', ended_from: 'yesterday' }
  expect(withLocalDays(kept)).toEqual(kept)
  expect(withLocalDays({ from: '', to: undefined })).toEqual({ from: '', to: undefined })
  expect([endOfDay('2026-02-30'), endOfDay(''), endOfDay('2026-13-01')]).toEqual([null, null, null])
})
