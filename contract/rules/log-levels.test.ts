import { expect, test } from 'vitest'
import { LOG_LINES } from '../testing/log-lines.ts'
import { levelOf } from './log-levels.ts'

test.each(LOG_LINES)('%s has the level %s', (line, level, word) => {
  const found = levelOf(line)
  expect(found?.level).toBe(level)
  expect(line.slice(found?.from, found?.to)).toBe(word)
})

test.each([
  'no error at all',
  'INFORMATION',
  'MY_ERROR=1',
  'mean_squared_error=0.2',
  'train error: 0.25',
  'error: 0.25',
  'MeanSquaredError: 0.0123',
  'Error: -1e-3',
  'Epoch 1/5 - error: 0.2 - val_error: 0.3',
  'warning: 3',
  'E = mc2',
  '{"loss": 0.5}',
  'the Errors page',
  '',
])('%s has no level', (line) => {
  expect(levelOf(line)).toBeNull()
})
