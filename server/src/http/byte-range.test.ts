import { expect, test } from 'vitest'
import { askedRange } from './byte-range.ts'

test.each<[string | undefined, number, unknown]>([
  [undefined, 10, { whole: true }],
  ['bytes=0-3', 10, { from: 0, to: 4 }],
  ['bytes=4-', 10, { from: 4, to: 10 }],
  ['bytes=8-99', 10, { from: 8, to: 10 }],
  ['bytes=-3', 10, { from: 7, to: 10 }],
  ['bytes=-99', 10, { from: 0, to: 10 }],
  ['bytes=10-', 10, { outside: true }],
  ['bytes=-0', 10, { outside: true }],
  ['bytes=5-4', 10, { whole: true }],
  ['bytes=-', 10, { whole: true }],
  ['bytes=0-1,4-5', 10, { whole: true }],
  ['lines=0-1', 10, { whole: true }],
  ['bytes=0-', 0, { whole: true }],
  ['bytes=99999999999999999999-', 10, { whole: true }],
])('%s of %i bytes', (header, size, asked) => {
  expect(askedRange(header, size)).toEqual(asked)
})
