import { cronWords } from '@podium/contract/rules/cron-words.ts'
import { FieldProblems } from '@podium/contract/rules/errors.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertValidTiming, nextTimes } from './times.ts'

const TUESDAY = new Date('2026-12-01T00:00Z')

test.each([
  ['0 0 13 * 5', '13th of the month and every Friday at 00:00', '12-04 12-11 12-13'],
  ['0 0 13 * +5', '13th of the month that is a Friday at 00:00', '2027-08-13 2028-10-13 2029-04-13'],
  ['0 0 1-7 * +MON', '1st to 7th of the month that is a Monday at 00:00', '12-07 2027-01-04 2027-02-01'],
  ['0 0 15W * *', 'Weekday nearest to the 15th of the month at 00:00', '12-15 2027-01-15 2027-02-15'],
  ['0 0 31W * *', 'Weekday nearest to the 31st of the month at 00:00', '12-31 2027-01-29 2027-03-31'],
  ['0 0 LW * *', 'Last weekday of the month at 00:00', '12-31 2027-01-29 2027-02-26'],
  ['0 0 L * *', 'Last day of the month at 00:00', '12-31 2027-01-31 2027-02-28'],
  ['0 0 L * 5', 'Last day of the month and every Friday at 00:00', '12-04 12-11 12-18'],
  ['0 0 1,L * *', '1st and last day of the month at 00:00', '12-31 2027-01-01 2027-01-31'],
  ['0 0 * * 5#2', '2nd Friday of the month at 00:00', '12-11 2027-01-08 2027-02-12'],
  ['0 0 * * 5#L', 'Last Friday of the month at 00:00', '12-25 2027-01-29 2027-02-26'],
  ['0 0 * * FRIL', 'Last Friday of the month at 00:00', '12-25 2027-01-29 2027-02-26'],
  ['0 0 * * 1,5#2', 'Every Monday and 2nd Friday of the month at 00:00', '12-07 12-11 12-14'],
  ['0 0 */2 * *', 'Every 2nd day from the 1st to the 31st of the month at 00:00', '12-03 12-05 12-07'],
  ['0 0 1,15 * *', '1st and 15th of the month at 00:00', '12-15 2027-01-01 2027-01-15'],
  ['0 0 * * */2', 'Tue, Thu, Sat and Sun at 00:00', '12-03 12-05 12-06'],
  ['0 0 * * 5-7', 'Fri to Sun at 00:00', '12-04 12-05 12-06'],
  ['0 0 * * SUN-TUE', 'Mon, Tue and Sun at 00:00', '12-06 12-07 12-08'],
  ['0 0 ? */3 7', 'Every Sunday in Jan, Apr, Jul and Oct at 00:00', '2027-01-03 2027-01-10 2027-01-17'],
  ['0 9-17/4 * * *', 'Every day at 09:00, 13:00 and 17:00', '12-01T09:00 12-01T13:00 12-01T17:00'],
  ['1-10/3 * * * *', 'Every hour at 1, 4, 7 and 10 past', '12-01T00:01 12-01T00:04 12-01T00:07'],
  ['*/25 * * * *', 'Every hour at 0, 25 and 50 past', '12-01T00:25 12-01T00:50 12-01T01:00'],
  ['0,30 6,18 * * *', 'Every day at 06:00, 06:30, 18:00 and 18:30', '12-01T06:00 12-01T06:30 12-01T18:00'],
  [
    '*/15 9-17 * * 1-5',
    'Mon to Fri, every 15 minutes from 09:00 to 17:45',
    '12-01T09:00 12-01T09:15 12-01T09:30',
  ],
])('%s is due %s, next at %s', (cron, words, times) => {
  expect(cronWords(cron)).toBe(words)
  const next = nextTimes({ cron, time_zone: 'UTC' }, 3, TUESDAY).map((time) =>
    time.toISOString().slice(0, 16),
  )
  expect(next.map((time) => time.replace(/^2026-|T00:00$/g, '')).join(' ')).toBe(times)
})

function isRefused(cron: string): boolean {
  try {
    assertValidTiming({ cron, time_zone: 'UTC' }, TUESDAY, 'body')
    return false
  } catch (error) {
    if (!(error instanceof FieldProblems)) throw error
    return !JSON.stringify(error.problems).includes('No day matches')
  }
}

const PIECES =
  '0 1 5 7 12 23 31 59 60 02 * ? - / # L W l w + , SUN mon Fri JAN dec 5#2 5#L 15W LW */2 1-5 6L +5'.split(
    ' ',
  )
const piece = fc.constantFrom(...PIECES)
const field = fc
  .oneof(
    { weight: 3, arbitrary: piece },
    { weight: 1, arbitrary: fc.array(piece, { minLength: 2, maxLength: 4 }) },
  )
  .map((pieces) => [pieces].flat().join(''))

test('has words for an expression exactly if a schedule can have it', () => {
  fc.assert(
    fc.property(fc.nat(4), field, (at, one) => {
      const cron = Array.from({ length: 5 }, (_, place) => (place === at ? one : '*')).join(' ')
      expect([cron, cronWords(cron) === cron]).toEqual([cron, isRefused(cron)])
    }),
    { numRuns: 2000 },
  )
})
