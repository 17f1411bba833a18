import { expect, test } from 'vitest'
import { rated } from './rating-card.tsx'

test.each([
  ['first of all', { mean: 0, count: 0, own: null }, 4, { mean: 4, count: 1, own: 4 }],
  ['beside others', { mean: 3, count: 2, own: null }, 5, { mean: 11 / 3, count: 3, own: 5 }],
  ['in place of own', { mean: 3, count: 2, own: 1 }, 5, { mean: 5, count: 2, own: 5 }],
])('stars %s', (_, before, stars, after) => {
  expect(rated(before, stars)).toEqual(after)
})
