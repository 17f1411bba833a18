import { expect, test } from 'vitest'
import { BRISK } from './held-place.ts'
import { SWEEP_MS } from './sweeper.ts'

test('what a crash leaves half made is finished or undone within a minute', () => {
  const held = Number(/^(\d+) seconds$/.exec(BRISK.held_for)?.[1]) * 1000
  expect(held + SWEEP_MS).toBeLessThan(60_000)
})
