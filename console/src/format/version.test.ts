import { expect, test } from 'vitest'
import { formatVersion } from './version.ts'

test.each([
  [2, 'v 2'],
  ['2', 'v 2'],
  ['v2', 'v 2'],
  ['v 2', 'v 2'],
  ['3.7', 'v 3.7'],
  ['1.0.0', 'v 1.0.0'],
  [0, 'v 0'],
  [null, '–'],
  ['', '–'],
])('shows %j as %s', (version, words) => {
  expect(formatVersion(version)).toBe(words)
})
