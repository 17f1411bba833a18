import { expect, test } from 'vitest'
import { formatVersion, versionLabel } from './version.ts'

test('the prefix is added only where it is missing', () => {
  expect(versionLabel(2)).toBe('v2')
  expect(versionLabel('v2')).toBe('v2')
  expect(versionLabel('1.0.0')).toBe('v1.0.0')
})

test.each([
  [2, 'v 2'],
  ['v2', 'v 2'],
  ['v 2', 'v 2'],
  ['3.7', 'v 3.7'],
  ['1.0.0', 'v 1.0.0'],
  [0, 'v 0'],
  [null, '–'],
  ['', '–'],
])('%j is shown as %s', (version, words) => {
  expect(formatVersion(version)).toBe(words)
})
