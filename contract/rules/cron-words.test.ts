import { expect, test } from 'vitest'
import { cronWords } from './cron-words.ts'

test.each([
  ['0 6 * * *', 'Every day at 06:00'],
  ['0 6,18 * * *', 'Every day at 06:00 and 18:00'],
  ['0 6 * * 1-5', 'Mon to Fri at 06:00'],
  ['30 7 * * MON-FRI', 'Mon to Fri at 07:30'],
  ['0 0 * * 0', 'Every Sunday at 00:00'],
  ['0 0 * * 7', 'Every Sunday at 00:00'],
  ['15 9 * * mon,wed,FRI', 'Mon, Wed and Fri at 09:15'],
  ['0 2 1 * *', '1st of the month at 02:00'],
  ['0 2 12 * *', '12th of the month at 02:00'],
  ['0 2 22 * *', '22nd of the month at 02:00'],
  ['0 2 L * *', 'Last day of the month at 02:00'],
  ['0 2 3 4 *', '3rd of Apr at 02:00'],
  ['* * * * *', 'Every minute'],
  ['*/15 * * * *', 'Every 15 minutes'],
  ['*/25 * * * *', 'Every hour at 0, 25 and 50 past'],
  ['1-5,9 * * * *', 'Every hour at 1 to 5 and 9 past'],
  ['0 * * * *', 'Every hour'],
  ['5 * * * *', 'Every hour at 5 past'],
  ['0 */6 * * *', 'Every 6 hours'],
  ['30 */6 * * *', 'Every 6 hours at 30 past'],
  ['0 */5 * * *', 'Every day at 00:00, 05:00, 10:00, 15:00 and 20:00'],
  ['0 0-20/2 * * *', 'Every 2 hours from 00:00 to 20:00'],
  ['* 5 * * *', 'Every minute from 05:00 to 05:59'],
  ['*/10 6,9,18 * * *', 'Every 10 minutes, only in the hours 06, 09 and 18'],
  ['0 6 * 1-3 *', 'Every day in Jan to Mar at 06:00'],
  ['* * * 1-3 *', 'Every day in Jan to Mar, every minute'],
  ['0 6 1,15 1,7 5', '1st and 15th of Jan and Jul and every Friday in Jan and Jul at 06:00'],
])('%s is %s', (cron, words) => {
  expect(cronWords(cron)).toBe(words)
})

test.each([
  '0 25 * * *',
  '* *',
  'x',
  '@daily',
  'H 0 * * *',
  '5/15 * * * *',
  '0 22-2 * * *',
  '0 6 * * 1-2-3',
  '0 6 * * L',
  '0 6 * * *#2',
  '0 6 * * Friday',
  '0 6 0 * *',
  '0 6 L-3 * *',
  '0 6 LW,15 * *',
  '0 6 1-5W * *',
  '0 6 * * 5#6',
])('returns %s unchanged, which no schedule can have', (cron) => {
  expect(cronWords(cron)).toBe(cron)
})
