import { expect, test } from 'vitest'
import { chosenTab, leadOf, rated, tabValues } from './about-cards.tsx'

const withOverview = (overview: string) => ({ name: 'pumps', pipeline: [], description: { overview } })

test('uses the beginning of the overview if a version has no title', () => {
  expect(leadOf(withOverview('Finds *pumps* that fail. Trains on a season.'))).toBe('Finds pumps that fail.')
})

test('uses the overview if the title only repeats the name', () => {
  const { description, ...rest } = withOverview('Finds pumps that fail.')
  expect(leadOf({ ...rest, description: { ...description, title: 'pumps' } })).toBe('Finds pumps that fail.')
})

// The parser would take as long over the whole text in this test as on the page.
test('reads only the beginning of a text of any length', () => {
  expect(leadOf(withOverview(`Finds pumps that fail. ${'*a '.repeat(60_000)}`))).toBe(
    'Finds pumps that fail.',
  )
})

test('gives tabs readable words, and none twice', () => {
  expect(tabValues(['Overview', 'Key Feature', 'key  feature', ' '])).toEqual([
    'overview',
    'key-feature',
    'key-feature~2',
    'detail',
  ])
})

test('opens the first tab if the named one does not exist', () => {
  expect(chosenTab('data', ['overview', 'data'])).toBe('data')
  expect(chosenTab('junk', ['overview', 'data'])).toBe('overview')
})

test.each([
  ['first of all', { mean: 0, count: 0, own: null }, 4, { mean: 4, count: 1, own: 4 }],
  ['beside others', { mean: 3, count: 2, own: null }, 5, { mean: 11 / 3, count: 3, own: 5 }],
  ['in place of own', { mean: 3, count: 2, own: 1 }, 5, { mean: 5, count: 2, own: 5 }],
])('shows stars as %s', (_, before, stars, after) => {
  expect(rated(before, stars)).toEqual(after)
})
