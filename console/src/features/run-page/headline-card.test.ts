import { expect, test } from 'vitest'
import { RUNNING, runCalled } from '../runs/testing/sample-objects.ts'
import { stateSentence } from './headline-card.tsx'

const NOW = Date.parse('2026-11-20T09:18:00.000Z')
const queued = { ...RUNNING, state: 'queued', started_at: null } as const
const short = { started_at: '2026-11-20T09:01:00.000Z', ended_at: '2026-11-20T09:01:00.999Z' }

test.each([
  [{ ...queued, queue_place: 1 }, 'Next in the queue.'],
  [{ ...queued, queue_place: 4 }, 'Place 4 in the queue.'],
  [
    {
      ...queued,
      state: 'starting' as const,
      detail: 'Waits in Slurm for resources that other jobs use (Resources).',
    },
    'Waits in Slurm for resources that other jobs use (Resources).',
  ],
  [RUNNING, 'Running for 17 min 00 s.'],
  [{ ...RUNNING, progress: { fraction: 0.6, step: 'train', message: null } }, 'In step train.'],
  [
    { ...RUNNING, progress: { fraction: 0.6, step: 'train', message: 'epoch 4/10.' } },
    'In step train: epoch 4/10.',
  ],
  [{ ...RUNNING, progress: { fraction: null, step: null, message: 'reading' } }, 'Reading.'],
  [
    { ...RUNNING, stop_requested_at: '2026-11-20T09:17:00.000Z' },
    'Stopping. The run ends as soon as its processes have ended.',
  ],
  [{}, 'Succeeded after 41 min 07 s and produced the model v 4.11.'],
  [{ model_version: '' }, 'Succeeded after 41 min 07 s.'],
  [
    { state: 'failed' as const, progress: { fraction: 0.2, step: 'train', message: 'epoch 9' } },
    'Failed in step train after 41 min 07 s.',
  ],
  [{ state: 'failed' as const, started_at: null }, 'Failed before it started.'],
  [{ ...short, state: 'failed' as const }, 'Failed at once.'],
  [{ ...short, model_version: '' }, 'Succeeded at once.'],
  [{ state: 'stopped' as const }, 'Stopped after 41 min 07 s.'],
])('says what a run does or how it ended: %o', (part, sentence) => {
  expect(stateSentence(runCalled('line-3-12', part), NOW)).toBe(sentence)
})
