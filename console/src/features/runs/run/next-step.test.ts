import { expect, test } from 'vitest'
import { largerTier, nextStep } from './next-step.ts'

test('the next larger tier is of the same kind, and one the workspace has', () => {
  expect(largerTier('low', ['low', 'standard', 'high'])).toBe('standard')
  expect(largerTier('low', ['low', 'high'])).toBe('high')
  expect(largerTier('high', ['low', 'standard', 'high', 'high-gpu'])).toBeNull()
  expect(largerTier('low-gpu', ['standard', 'high', 'high-gpu'])).toBe('high-gpu')
  expect(largerTier('', ['low', 'standard'])).toBe('low')
})

test('what to do follows from why the run failed', () => {
  const step = (detail: string, raw: Record<string, unknown> | null = null) =>
    nextStep({ detail, raw, tier_given: 'low' }, ['low', 'standard'])
  expect(step('Out of memory at 2.0 GiB: choose a larger tier.')).toEqual({
    is: 'larger-tier',
    tier: 'standard',
  })
  expect(step('Exit code 137.', { oom_kills: 1 })).toEqual({ is: 'larger-tier', tier: 'standard' })
  expect(nextStep({ detail: 'Out of memory.', raw: null, tier_given: 'high' }, ['high'])).toEqual({
    is: 'no-larger-tier',
  })
  expect(step('The machine restarted.', { restarted: true })).toEqual({ is: 'retry' })
  expect(step('Exit code 3; last line: no such column.', { oom_kills: 0, restarted: false })).toEqual({
    is: 'change',
  })
})
