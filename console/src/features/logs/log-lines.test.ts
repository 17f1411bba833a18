import { expect, test } from 'vitest'
import { scrollScale, TALLEST } from './log-lines.tsx'

test('scrolls a short log pixel by pixel', () => {
  const scale = scrollScale(1000, 400)
  expect(scale.height).toBe(20_000)
  expect(scale.rowAt(400)).toBe(20)
  expect(scale.topOf(20)).toBe(400)
  expect(scale.lastTop).toBe(980)
})

test('keeps the element of ten million lines below the limit, and reaches the last row', () => {
  const scale = scrollScale(10_000_000, 400)
  expect(scale.height).toBe(TALLEST)
  expect(scale.rowAt(TALLEST - 400)).toBe(9_999_980)
  expect(scale.rowAt(0)).toBe(0)
})

test('maps every row of a scaled log to a position and back', () => {
  const scale = scrollScale(10_000_000, 400)
  for (const row of [0, 1, 2, 5_000_000, 9_999_979, 9_999_980])
    expect(scale.rowAt(scale.topOf(row))).toBe(row)
})

test('shows the last row at the end of the scroll range, also when the view ends within a row', () => {
  const scale = scrollScale(1000, 376)
  expect(scale.rowAt(scale.height - 376)).toBe(scale.lastTop)
})
