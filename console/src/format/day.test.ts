import { endOfDay } from '@podium/contract/rules/local-days.ts'
import { expect, test } from 'vitest'
import { dayBefore, formatLastDay, lastDayOf } from './day.ts'

test('ends a day with its last moment in the browser, even where the clocks change', () => {
  for (const day of ['2026-12-03', '2026-12-31', '2026-03-29', '2026-10-25', '2028-02-29']) {
    const end = endOfDay(day) ?? ''
    expect(new Date(end).getHours()).toBe(0)
    expect(lastDayOf(end)).toBe(day)
  }
})

test('has no end without a day', () => {
  expect(lastDayOf(null)).toBe('')
})

test('writes a day of this year without the year', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  expect(formatLastDay(endOfDay('2026-12-03') ?? '', now)).toBe('3 Dec')
  expect(formatLastDay(endOfDay('2027-01-02') ?? '', now)).toBe('2 Jan 2027')
})

test('counts days back by the calendar, at any hour and where the clocks change', () => {
  for (const hour of [0, 8, 17, 23]) {
    expect(dayBefore(0, new Date(2026, 10, 29, hour))).toBe('2026-11-29')
    expect(dayBefore(7, new Date(2026, 10, 29, hour))).toBe('2026-11-22')
    expect(dayBefore(30, new Date(2026, 3, 1, hour))).toBe('2026-03-02')
  }
})
