import { expect, test } from 'vitest'
import { scrollScale, TALLEST } from './log-lines.tsx'

test('a short log scrolls pixel by pixel', () => {
  const scale = scrollScale(1000, 400)
  expect(scale.height).toBe(20_000)
  expect(scale.rowAt(400)).toBe(20)
  expect(scale.topOf(20)).toBe(400)
  expect(scale.lastTop).toBe(980)
})

test('a log of ten million lines keeps the element below the limit and reaches its last row', () => {
  const scale = scrollScale(10_000_000, 400)
  expect(scale.height).toBe(TALLEST)
  expect(scale.rowAt(TALLEST - 400)).toBe(9_999_980)
  expect(scale.rowAt(0)).toBe(0)
})

test('in a scaled log every row comes back from its own position', () => {
  const scale = scrollScale(10_000_000, 400)
  for (const row of [0, 1, 2, 5_000_000, 9_999_979, 9_999_980])
    expect(scale.rowAt(scale.topOf(row))).toBe(row)
})

test('the end of the scroll position is the last row, also when the view ends within a row', () => {
  const scale = scrollScale(1000, 376)
  expect(scale.rowAt(scale.height - 376)).toBe(scale.lastTop)
})
