import { expect, test } from 'vitest'
import { compareVersions, fits } from './python-version.ts'

test.each([
  ['3.11.2', '>=3.10', true],
  ['3.9.2', '>=3.10', false],
  ['3.11.2', '>=3.10,<3.11', false],
  ['3.11.2', '>= 3.8, < 4', true],
  ['3.11.2', '==3.11.*', true],
  ['3.1.2', '==3.11.*', false],
  ['3.11.2', '~=3.10', true],
  ['3.11.2', '~=3.10.1', false],
  ['3.11.2', '!=3.11.2', false],
  ['3.11.0', '==3.11', true],
  ['3.11.2', 'no version', true],
])('%s for %s: %s', (version, requirement, is) => {
  expect(fits(version, requirement)).toBe(is)
})

test('compares versions by their numbers', () => {
  expect(['3.9.2', '3.13.0', '3.11'].toSorted(compareVersions)).toEqual(['3.9.2', '3.11', '3.13.0'])
})
