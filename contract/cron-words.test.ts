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
  ['0 * * * *', 'Every hour'],
  ['5 * * * *', 'Every hour at 5 past'],
  ['0 */6 * * *', 'Every 6 hours'],
])('%s is %s', (cron, words) => {
  expect(cronWords(cron)).toBe(words)
})

test.each([
  '*/25 * * * *',
  '0 6 1 * 1',
  '0 6 * 1-3 *',
  '0 6 * * 1#2',
  '0 25 * * *',
  '* *',
  'x',
  '0 6 * * 1-2-3',
  '0 6 0 * *',
])('%s stays as it is', (cron) => {
  expect(cronWords(cron)).toBe(cron)
})
