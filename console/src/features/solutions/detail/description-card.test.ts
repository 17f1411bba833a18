import { expect, test } from 'vitest'
import { chosenTab, leadOf, tabValues } from './description-card.tsx'

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
