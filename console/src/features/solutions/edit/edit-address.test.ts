import { expect, test } from 'vitest'
import { comparedOf } from './changes-tab.tsx'
import { tabOf } from './edit-view.tsx'

test.each([
  [{}, { from: 3, to: null }],
  [
    { from: '1', to: '2' },
    { from: 1, to: 2 },
  ],
  [
    { from: '0', to: '4' },
    { from: 3, to: null },
  ],
  [
    { from: '1.5', to: '' },
    { from: 3, to: null },
  ],
])('%j compares %j', (search, compared) => {
  expect(comparedOf(search, 3)).toEqual(compared)
})

test('a tab that is none is the text', () => {
  expect(tabOf({ tab: 'changes' })).toBe('changes')
  expect(tabOf({ tab: 'junk' })).toBe('metadata')
})
