import type { ParameterField } from '@podium/contract/solution-metadata/parameters.ts'
import { expect, test } from 'vitest'
import { allowedWords, valueWords } from './parameter-words.ts'

const field: ParameterField = {
  step: 'train',
  name: 'epochs',
  type: 'int',
  description: '',
  default: null,
  range: null,
  selectable: [],
}

test.each<[Partial<ParameterField>, string]>([
  [{}, '–'],
  [{ range: { min: 1, max: 2000 } }, '1 to 2,000'],
  [{ range: { min: 0, max: null } }, 'at least 0'],
  [{ range: { min: null, max: 0.5 } }, 'at most 0.5'],
  [{ type: 'string', range: { min: 1, max: 80 } }, '1 to 80 characters'],
  [{ type: 'single_selection', selectable: ['sgd', true, 3] }, 'sgd, true, 3'],
])('describes the allowed values of %j as %s', (part, words) => {
  expect(allowedWords({ ...field, ...part })).toBe(words)
})

test('shows values as people write them', () => {
  expect(valueWords(['a', 'b'])).toBe('a, b')
  expect(valueWords(false)).toBe('false')
  expect(valueWords(0)).toBe('0')
  expect(valueWords(null)).toBe('–')
})
