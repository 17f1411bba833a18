import { expect, test } from 'vitest'
import { leadOf } from './lead.ts'

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
