import { expect, test } from 'vitest'
import { formatDateTime, formatDateTimeIn, formatDateTimeUtc, formatTime, relativeTime } from './date-time.ts'

const noon = Date.UTC(2026, 10, 20, 12, 0, 0)

test('writes a date in the time zone of the browser', () => {
  const local = new Date(2026, 0, 5, 9, 3)
  expect(formatDateTime(local)).toBe('2026/01/05 09:03')
  expect(formatDateTime(local.toISOString())).toBe('2026/01/05 09:03')
  expect(formatTime(local)).toBe('09:03')
})

test('writes the UTC variant independently of the time zone', () => {
  expect(formatDateTimeUtc('2026-11-20T09:31:59Z')).toBe('2026/11/20 09:31')
  expect(formatDateTimeUtc('2026-11-20T01:00:00+09:00')).toBe('2026/11/19 16:00')
})

test('writes a date in a given time zone', () => {
  expect(formatDateTimeIn('Europe/Berlin', '2026-11-24T05:00:00Z')).toBe('Tue, 2026/11/24 06:00')
  expect(formatDateTimeIn('Asia/Tokyo', '2026-11-24T15:30:00Z')).toBe('Wed, 2026/11/25 00:30')
})

test.each([null, undefined, '', 'no date'])('writes a dash for %j', (moment) => {
  expect(formatDateTime(moment)).toBe('–')
  expect(formatDateTimeUtc(moment)).toBe('–')
  expect(formatDateTimeIn('UTC', moment)).toBe('–')
  expect(formatTime(moment)).toBe('–')
  expect(relativeTime(moment, noon)).toBe('–')
})

test.each([
  [-30, 'just now'],
  [-60, '1 minute ago'],
  [-12 * 60, '12 minutes ago'],
  [-2 * 3600, '2 hours ago'],
  [-90_000, '1 day ago'],
  [3 * 86_400, 'in 3 days'],
  [-40 * 86_400, '1 month ago'],
  [-800 * 86_400, '2 years ago'],
])('writes %i seconds from now as %s', (seconds, words) => {
  expect(relativeTime(noon + seconds * 1000, noon)).toBe(words)
})
