import { expect, test } from 'vitest'
import { largerTier, nextStep } from './next-step.tsx'

test('returns the next larger tier of the same kind that the workspace has', () => {
  expect(largerTier('low', ['low', 'standard', 'high'])).toBe('standard')
  expect(largerTier('low', ['low', 'high'])).toBe('high')
  expect(largerTier('high', ['low', 'standard', 'high', 'high-gpu'])).toBeNull()
  expect(largerTier('low-gpu', ['standard', 'high', 'high-gpu'])).toBe('high-gpu')
  expect(largerTier('', ['low', 'standard'])).toBe('low')
})

test('derives the next step from why the run failed', () => {
  const step = (detail: string, exit_code: number | null, raw: Record<string, unknown> | null = null) =>
    nextStep({ detail, raw, exit_code, tier_given: 'low' }, ['low', 'standard'])
  const larger = { is: 'larger-tier', tier: 'standard' }
  expect(step('Out of memory at 2.0 GiB: choose a larger tier.', 137)).toEqual(larger)
  expect(
    step('The run ended without an exit status, so its cause is unknown.', null, { oom_kills: 1 }),
  ).toEqual(larger)
  expect(step('The machine restarted.', null, { restarted: true })).toEqual({ is: 'retry' })
  expect(step('The run ended without an exit status, so its cause is unknown.', null)).toEqual({
    is: 'retry',
  })
  expect(step('Exit code 3; last line: no such column.', 3)).toEqual({ is: 'change' })
  const highest = { detail: 'Out of memory at 8.0 GiB.', raw: null, exit_code: 137, tier_given: 'high' }
  expect(nextStep(highest, ['high'])).toEqual({ is: 'no-larger-tier' })
})

test('does not take the program’s own words for a failure of the machine', () => {
  const step = (detail: string, raw: Record<string, unknown>) =>
    nextStep({ detail, raw, exit_code: 1, tier_given: 'low' }, ['low', 'standard'])
  expect(step('Exit code 1; last line: ValueError: column species is missing', { oom_kills: 2 })).toEqual({
    is: 'change',
  })
  expect(step('Exit code 1; last line: connection lost', { restarted: true })).toEqual({ is: 'change' })
})
