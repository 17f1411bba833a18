import { expect, test } from 'vitest'
import { leftOut, leftOutTogether } from './left-out.ts'

test.each([
  ['report.txt', 'report.txt was left out: it is gone.'],
  ['x\n2026-01-01 Finished.', 'x 2026-01-01 Finished. was left out: it is gone.'],
  ['\u001b]0;title\u0007a\u2028b\u202Ec', 'a b c was left out: it is gone.'],
  ['\u0001', 'A file without a readable name was left out: it is gone.'],
  ['x'.repeat(300), `${'x'.repeat(200)}… was left out: it is gone.`],
])('names %j in one line without control characters', (name, sentence) => {
  expect(leftOut(name, 'it is gone')).toBe(sentence)
})

test.each([
  [['a'], 1, 'a was left out: why.'],
  [['a', 'b'], 2, 'a and b were left out: why.'],
  [['a', 'b', 'c'], 3, 'a, b and c were left out: why.'],
  [['a', 'b', 'c\n'], 5003, 'a, b, c and 5,000 more were left out: why.'],
])('names %j of several entries and counts the others', (some, count, sentence) => {
  expect(leftOutTogether(some, count, 'why')).toBe(sentence)
})
