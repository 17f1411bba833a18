import type { Pipeline } from '@podium/contract/solution-metadata/metadata.ts'
import { type ParameterField, parameterFields } from '@podium/contract/solution-metadata/parameters.ts'
import { expect, test } from 'vitest'
import { chosenValue, entryOf, sliderStep, typeText } from './parameter-entry.ts'

function fieldOf(described: Record<string, unknown>): ParameterField {
  const pipeline: Pipeline = {
    type: 'train',
    parameters: { user_parameters: [{ step: 's', args: [{ name: 'a', ...described }] }] },
  }
  const [field] = parameterFields(pipeline)
  if (!field) throw new Error('There is no field.')
  return field
}

const int = fieldOf({ type: 'int', default: 30, range: [1, 200] })
const float = fieldOf({ type: 'float', default: 0.2, range: [0, 0.9] })
const string = fieldOf({ type: 'string', default: 'r', range: [1, 32] })
const single = fieldOf({ type: 'single_selection', default: true, selectable: [true, false] })
const multi = fieldOf({ type: 'multi_selection', default: ['x'], selectable: ['x', 'y', 2] })
const free = fieldOf({ type: 'multi_selection', default: ['x', 'z'] })
const texts = fieldOf({ type: 'string', default: ['one', 'two'] })

test.each([
  [int, 40],
  [float, 0.35],
  [string, 'a text'],
  [single, false],
  [multi, ['y', 2]],
  [free, ['x', 'z']],
  [texts, ['one', 'two']],
])('converts the value of a field to an entry and back: %#', (field, value) => {
  expect(chosenValue(field, entryOf(field, value))).toEqual(value)
})

test('reads an empty field as no choice, and keeps what is not a number as typed', () => {
  for (const field of [int, float, string, single, free]) expect(chosenValue(field, '')).toBeNull()
  expect(entryOf(int, undefined)).toBe('')
  expect(chosenValue(multi, [])).toEqual([])
  expect(chosenValue(int, '4o')).toBe('4o')
})

test('writes the type and the range for the label', () => {
  expect(typeText(int, '30')).toBe('int, 1 to 200')
  expect(typeText(string, 'r')).toBe('string, 1 to 32 characters')
  expect(typeText(single, '0')).toBe('')
  expect(typeText(multi, ['x'])).toBe('1 of 3')
  expect(typeText(fieldOf({ type: 'int', range: [5, null] }), '')).toBe('int, at least 5')
  expect(typeText(fieldOf({ type: 'float' }), '')).toBe('float')
})

test('offers a slider in whole numbers or fine fractions, unless the range is too wide', () => {
  expect(sliderStep(int)).toBe(1)
  expect(sliderStep(float)).toBeCloseTo(0.001)
  expect(sliderStep(fieldOf({ type: 'float', range: [0.00001, 0.1] }))).toBeNull()
  expect(sliderStep(fieldOf({ type: 'int', range: [1, null] }))).toBeNull()
  expect(sliderStep(fieldOf({ type: 'int', range: [0, 999_999] }))).toBeNull()
})
