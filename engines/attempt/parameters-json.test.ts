import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parametersJson } from './parameters-json.ts'

function jsonOf(argument: object, value: unknown): string {
  const args = [{ name: 'x', ...argument }]
  const pipeline = [{ type: 'train', parameters: { user_parameters: [{ step: 'fit', args }] } }]
  const text = parametersJson({ name: 'a', pipeline } as unknown as Metadata, 'train', { fit: { x: value } })
  return /^\{"fit":\{"x":(.*)\}\}$/.exec(text)?.[1] ?? text
}

test.each([
  [1, '1.0'],
  [0, '0.0'],
  [-0, '-0.0'],
  [-3, '-3.0'],
  [1e3, '1000.0'],
  [1e20, '100000000000000000000.0'],
  [1e21, '1e+21'],
  [0.5, '0.5'],
  [1e-7, '1e-7'],
])('writes a float of %d as %s', (value, text) => {
  expect(jsonOf({ type: 'float' }, value)).toBe(text)
})

test.each([
  ['int', 1, '1'],
  ['bool', true, 'true'],
  ['string', '1', '"1"'],
  ['multi_selection', [1, 2], '[1,2]'],
  ['unheard of', 1, '1'],
])('keeps a value of the type %s unchanged', (type, value, text) => {
  expect(jsonOf({ type }, value)).toBe(text)
})

test('writes a whole choice as a float if another choice has a point', () => {
  const selectable = [0.5, 1, 2]
  expect(jsonOf({ type: 'single_selection', selectable }, 1)).toBe('1.0')
  expect(jsonOf({ type: 'multi_selection', selectable }, [0.5, 2])).toBe('[0.5,2.0]')
  expect(jsonOf({ type: 'single_selection', selectable: [1, 2] }, 1)).toBe('1')
  expect(jsonOf({ type: 'single_selection', selectable: ['sqrt', 0.5, 1] }, 1)).toBe('1')
})

test('reads back every chosen value', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.dictionary(fc.string(), fc.jsonValue())), (parameters) => {
      expect(JSON.parse(parametersJson({}, 'train', parameters))).toEqual(
        JSON.parse(JSON.stringify(parameters)),
      )
    }),
  )
})
