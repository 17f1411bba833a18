import { expect, test } from 'vitest'
import { emptyLog, limitWarning } from './log-words.ts'

test('warns from half of the size limit on', () => {
  expect(limitWarning(511, 1024)).toBeNull()
  expect(limitWarning(512, 1024)).toBe('50 % of 1.00 k: at the limit the run is stopped.')
  expect(limitWarning(900, 0)).toBeNull()
})

const BEGUN = '2026-11-20T09:00:00.000Z'

test('says why a log is empty, by the state of the run', () => {
  expect(emptyLog({ state: 'queued', started_at: null }, 'process').sentence).toContain(
    'begins when the run starts',
  )
  expect(emptyLog({ state: 'running', started_at: BEGUN }, 'pipeline').sentence).toContain(
    'is in process.log',
  )
  expect(emptyLog({ state: 'failed', started_at: BEGUN }, 'process')).toEqual({
    title: 'No lines',
    sentence: 'The program printed nothing.',
  })
})

test.each(['pipeline', 'process'] as const)('says that a run stopped in the queue has no %s.log', (type) => {
  expect(emptyLog({ state: 'stopped', started_at: null }, type)).toEqual({
    title: 'No log',
    sentence: 'The run never started, so there is no log.',
  })
})
