import { expect, test } from 'vitest'
import { nextTimes } from './times.ts'

const BERLIN = 'Europe/Berlin'
const NUUK = 'America/Nuuk'
const SAO_PAULO = 'America/Sao_Paulo'

/** Clocks go forward at 02:00 in Berlin, up to midnight in Nuuk, and from midnight in São Paulo. */
test.each([
  [NUUK, '15 23 27 3 *', '2027-03-26T00:00Z', ['2027-03-28T01:00', '2028-03-28T00:15']],
  [NUUK, '15 23 27 3 *', '2026-07-01T00:00Z', ['2027-03-28T01:00', '2028-03-28T00:15']],
  [NUUK, '15 23 * * *', '2027-03-26T12:00Z', ['2027-03-27T01:15', '2027-03-28T01:00', '2027-03-29T00:15']],
  [NUUK, '59 23 * * 6', '2027-03-26T12:00Z', ['2027-03-28T01:00', '2027-04-04T00:59']],
  [NUUK, '0 0 * * *', '2027-03-27T12:00Z', ['2027-03-28T01:00', '2027-03-29T01:00']],
  [NUUK, '*/20 * * * *', '2027-03-28T00:30Z', ['2027-03-28T00:40', '2027-03-28T01:00', '2027-03-28T01:20']],
  [BERLIN, '15 2 * * *', '2026-03-28T12:00Z', ['2026-03-29T01:00', '2026-03-30T00:15']],
  [BERLIN, '*/15 2 * * *', '2026-03-29T00:00Z', ['2026-03-29T01:00', '2026-03-30T00:00']],
  [BERLIN, '15,45 2 29 3 *', '2026-03-01T00:00Z', ['2026-03-29T01:00', '2027-03-29T00:15']],
  [BERLIN, '0 3 * * *', '2026-03-28T12:00Z', ['2026-03-29T01:00', '2026-03-30T01:00']],
  [BERLIN, '30 * * * *', '2026-03-29T00:00Z', ['2026-03-29T00:30', '2026-03-29T01:30']],
  [BERLIN, '30 2 * * *', '2026-10-24T12:00Z', ['2026-10-25T00:30', '2026-10-26T01:30']],
  [SAO_PAULO, '30 0 4 11 *', '2018-11-03T12:00Z', ['2018-11-04T03:00', '2019-11-04T03:30']],
  ['Asia/Seoul', '30 6 * * 1-5', '2026-11-27T00:00Z', ['2026-11-29T21:30', '2026-11-30T21:30']],
])('in %s %s after %s comes at %j', (time_zone, cron, from, times) => {
  const found = nextTimes({ cron, time_zone }, times.length, new Date(from))
  expect(found.map((time) => time.toISOString().slice(0, 16))).toEqual(times)
})
