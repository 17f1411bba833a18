import { expect, test } from 'vitest'
import { createKeptMasks } from './kept-masks.ts'

test('attempts that were given the same secrets share a mask', () => {
  const kept = createKeptMasks()
  const mask = kept.maskFor(['first secret', 'second secret'])
  kept.keep('a/1', mask)
  expect(kept.maskFor(['first secret', 'second secret'])).toBe(mask)
  expect(kept.maskFor(['first secret'])).not.toBe(mask)
})

test('masks that take more memory than is theirs are forgotten, the oldest first, but never the last', () => {
  const kept = createKeptMasks({ attempts: 3, bytes: 1_500_000 })
  const [first, second, large] = ['a', 'b', 'c'].map((letter, at) =>
    kept.maskFor([letter.repeat(at === 2 ? 20_000 : 2000)]),
  )
  kept.keep('a/1', first ?? null)
  kept.keep('b/1', second ?? null)
  expect([kept.of('a/1'), kept.of('b/1')]).toEqual([first, second])
  kept.keep('c/1', large ?? null)
  expect([kept.of('a/1'), kept.of('b/1'), kept.of('c/1')]).toEqual([undefined, undefined, large])
  for (const run of ['d', 'e', 'f']) kept.keep(`${run}/1`, null)
  expect([kept.of('c/1'), kept.of('d/1'), kept.of('f/1')]).toEqual([undefined, null, null])
})
