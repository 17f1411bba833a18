import { expect, test } from 'vitest'
import { SHORT_LEASE } from './reservation.ts'
import { SWEEP_MS } from './sweeper.ts'

test('completes or undoes work that a crash interrupted within a minute', () => {
  const held = Number(/^(\d+) seconds$/.exec(SHORT_LEASE.held_for)?.[1]) * 1000
  expect(held + SWEEP_MS).toBeLessThan(60_000)
})
