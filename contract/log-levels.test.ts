import { expect, test } from 'vitest'
import { levelOf } from './log-levels.ts'

/** Lines as the libraries write them. */
test.each([
  ['2026-11-17 14:06:03,318 ERROR input failed', 'error', 'ERROR'],
  ['ERROR:root:it failed', 'error', 'ERROR'],
  ['[2026-11-17 14:06:03,318][hydra][CRITICAL] - bad', 'error', 'CRITICAL'],
  ['CRITICAL bad', 'error', 'CRITICAL'],
  ['2026-11-29 10:00:00.000 | ERROR    | train:fit:12 - it failed', 'error', 'ERROR'],
  ['[10:00:00] ERROR    it failed                     train.py:12', 'error', 'ERROR'],
  ['2026-11-29T10:00:00Z [error    ] it failed      lr=0.1', 'error', 'error'],
  ['{"event": "it failed", "level": "error"}', 'error', 'error'],
  ['{"level":50,"time":1764410400000,"msg":"it failed"}', 'error', '50'],
  ['{"severity":"ERROR","message":"it failed"}', 'error', 'ERROR'],
  ['time="2026-11-29T10:00:00Z" level=error msg="it failed"', 'error', 'error'],
  ['E1129 10:00:00.000000    1234 cuda_dnn.cc:12] it failed', 'error', 'E'],
  ['2026-11-29 10:00:00.123456: E tensorflow/core/file.cc:12] it failed', 'error', 'E'],
  ['Traceback (most recent call last):', 'error', 'Traceback (most recent call last)'],
  ['torch.cuda.OutOfMemoryError: CUDA out of memory.', 'error', 'torch.cuda.OutOfMemoryError'],
  ['KeyboardInterrupt', 'error', 'KeyboardInterrupt'],
  ['main.c:3:1: error: expected expression', 'error', 'error'],
  ['error[E0308]: mismatched types', 'error', 'error'],
  ['slurmstepd: error: *** JOB 12 CANCELLED ***', 'error', 'error'],
  ['fatal: not a git repository', 'error', 'fatal'],
  ['panic: runtime error: index out of range', 'error', 'panic'],
  ['[WARN] slow', 'warn', 'WARN'],
  ['WARNING:root:slow', 'warn', 'WARNING'],
  ['W0000 00:00:00.000000 1 x.cc:1] slow', 'warn', 'W'],
  ['/app/train.py:12: UserWarning: this will be removed', 'warn', 'UserWarning'],
  ['main.c:3:1: warning: unused variable', 'warn', 'warning'],
  ['{"levelname": "WARNING", "message": "slow"}', 'warn', 'WARNING'],
  ['12:00:01 | INFO | train | epoch 1', 'info', 'INFO'],
  ['INFO finished with 0 errors', 'info', 'INFO'],
  ['2026-11-29 10:00:00.000 | SUCCESS  | train:fit:12 - done', 'info', 'SUCCESS'],
  ['DEBUG loader', 'debug', 'DEBUG'],
])('%s has the level %s', (line, level, word) => {
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
  'Epoch 1/5 - error: 0.2 - val_error: 0.3',
  'warning: 3',
  'E = mc2',
  '{"loss": 0.5}',
  'the Errors page',
  '',
])('%s has no level', (line) => {
  expect(levelOf(line)).toBeNull()
})
