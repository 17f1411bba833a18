import { expect, test } from 'vitest'
import { emptyLog, limitWarning } from './log-words.ts'

test('a log warns from half of its limit on', () => {
  expect(limitWarning(511, 1024)).toBeNull()
  expect(limitWarning(512, 1024)).toBe('50 % of 1.00 k: at the limit the run is stopped.')
  expect(limitWarning(900, 0)).toBeNull()
})

test('an empty log says why, by the state of the run', () => {
  expect(emptyLog('queued', 'process').sentence).toContain('begins when the run starts')
  expect(emptyLog('running', 'pipeline').sentence).toContain('stands in process.log')
  expect(emptyLog('failed', 'process')).toEqual({
    title: 'No line',
    sentence: 'The program printed nothing.',
  })
})
