import { expect, test } from 'vitest'
import { chosenTab, leadOf, rated, tabValues } from './about-cards.tsx'

const withOverview = (overview: string) => ({ name: 'pumps', pipeline: [], description: { overview } })

test('without a title a version is led by how its overview begins', () => {
  expect(leadOf(withOverview('Finds *pumps* that fail. Trains on a season.'))).toBe('Finds pumps that fail.')
})

// Read whole by the parser, this would hold up the test for as long as the page.
test('of a text of any length only the beginning is read', () => {
  expect(leadOf(withOverview(`Finds pumps that fail. ${'*a '.repeat(60_000)}`))).toBe(
    'Finds pumps that fail.',
  )
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

test.each([
  ['first of all', { mean: 0, count: 0, own: null }, 4, { mean: 4, count: 1, own: 4 }],
  ['beside others', { mean: 3, count: 2, own: null }, 5, { mean: 11 / 3, count: 3, own: 5 }],
  ['in place of own', { mean: 3, count: 2, own: 1 }, 5, { mean: 5, count: 2, own: 5 }],
])('stars %s', (_, before, stars, after) => {
  expect(rated(before, stars)).toEqual(after)
})
