import { expect, test } from 'vitest'
import { chosenTab, chosenVersion, tabValues } from './solution-search.ts'

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

test('tabs have readable words, and none twice', () => {
  expect(tabValues(['Overview', 'Key Feature', 'key  feature', ' '])).toEqual([
    'overview',
    'key-feature',
    'key-feature~2',
    'detail',
  ])
})

test('a tab that is not there is the first', () => {
  expect(chosenTab('data', ['overview', 'data'])).toBe('data')
  expect(chosenTab('junk', ['overview', 'data'])).toBe('overview')
})
