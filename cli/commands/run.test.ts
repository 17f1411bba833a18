import { expect, test } from 'vitest'
import { parametersOf } from './run.ts'

test('parameters are typed by how they are written', () => {
  expect(
    parametersOf([
      'train.epochs=40',
      'train.rate=0.5',
      'train.shuffle=true',
      'input.columns=["a","b"]',
      'input.title=Line 3, b=c',
    ]),
  ).toEqual({
    train: { epochs: 40, rate: 0.5, shuffle: true },
    input: { columns: ['a', 'b'], title: 'Line 3, b=c' },
  })
})

test('a text without step and argument is refused by name', () => {
  expect(() => parametersOf(['epochs=40'])).toThrow(
    "'epochs=40' is no parameter. Write it like train.epochs=40.",
  )
})
