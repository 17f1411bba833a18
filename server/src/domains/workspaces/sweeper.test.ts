import { expect, test } from 'vitest'
import { SHORT_LEASE } from './reservation.ts'
import { SWEEP_MS } from './sweeper.ts'

test('what a crash leaves half made is finished or undone within a minute', () => {
  const held = Number(/^(\d+) seconds$/.exec(SHORT_LEASE.held_for)?.[1]) * 1000
  expect(held + SWEEP_MS).toBeLessThan(60_000)
})
