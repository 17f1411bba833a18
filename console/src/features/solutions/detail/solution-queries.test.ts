import { expect, test } from 'vitest'
import { chosenVersion } from './solution-queries.tsx'

test.each([
  [undefined, 3, 3],
  ['2', 3, 2],
  ['0', 3, 3],
  ['4', 3, 3],
  ['1.5', 3, 3],
  ['junk', 3, 3],
  ['', 3, 3],
  ['1', undefined, undefined],
])('version %s of %s shows %s', (asked, newest, shown) => {
  expect(chosenVersion(asked, newest)).toBe(shown)
})
