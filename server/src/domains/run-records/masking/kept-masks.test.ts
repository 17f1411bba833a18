import { expect, test } from 'vitest'
import { createKeptMasks } from './kept-masks.ts'

test('attempts with the same secrets share a mask, also while it is being created', async () => {
  const kept = createKeptMasks()
  const values = ['first secret', 'second secret']
  const [mask, again] = await Promise.all([kept.maskFor(values), kept.maskFor(values)])
  expect(again).toBe(mask)
  kept.keep('a/1', mask)
  expect(await kept.maskFor(values)).toBe(mask)
  expect(await kept.maskFor(['first secret'])).not.toBe(mask)
})

test('evicts the oldest masks above the memory limit, but never the last one', async () => {
  const kept = createKeptMasks({ attempts: 3, bytes: 1_500_000 })
  const [first, second, large] = await Promise.all(
    ['a', 'b', 'c'].map((letter, at) => kept.maskFor([letter.repeat(at === 2 ? 20_000 : 2000)])),
  )
  kept.keep('a/1', first ?? null)
  kept.keep('b/1', second ?? null)
  expect([kept.of('a/1'), kept.of('b/1')]).toEqual([first, second])
  kept.keep('c/1', large ?? null)
  expect([kept.of('a/1'), kept.of('b/1'), kept.of('c/1')]).toEqual([undefined, undefined, large])
  for (const run of ['d', 'e', 'f']) kept.keep(`${run}/1`, null)
  expect([kept.of('c/1'), kept.of('d/1'), kept.of('f/1')]).toEqual([undefined, null, null])
})
