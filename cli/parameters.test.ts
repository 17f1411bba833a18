import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { expect, test } from 'vitest'
import { parametersOf, typedParameters } from './parameters.ts'

const metadata: Metadata = {
  name: 'report',
  pipeline: [
    {
      type: 'train',
      parameters: {
        user_parameters: [
          {
            step: 'output',
            args: [
              { name: 'report_title', type: 'string', default: ['Report'] },
              { name: 'columns', type: 'string', default: ['a', 'b'] },
              { name: 'epochs', type: 'int', default: [20] },
              { name: 'year', type: 'single_selection', selectable: ['2025', '2026'] },
              { name: 'size', type: 'single_selection', selectable: [1, 2] },
              { name: 'sizes', type: 'multi_selection', selectable: [1, 2, 'all'] },
              { name: 'shuffle', type: 'bool', default: true },
              { name: 'release', type: 'single_selection', default: '1.0' },
            ],
          },
        ],
      },
    },
  ],
}

const valuesOf = (...args: string[]) => parametersOf(typedParameters(args), metadata, 'train')

test('takes a text as it is typed', () => {
  for (const text of ['2026', 'true', 'null', '"quoted"', '["a"]', 'Line 3, b=c', ''])
    expect(valuesOf(`output.report_title=${text}`)).toEqual({ output: { report_title: text } })
  expect(valuesOf('output.columns=["x","y"]')).toEqual({ output: { columns: ['x', 'y'] } })
  expect(valuesOf('output.columns=2026')).toEqual({ output: { columns: '2026' } })
})

test('reads a number as a number, and a choice as one that the author offers', () => {
  expect(valuesOf('output.epochs=40', 'output.year=2026', 'output.size=2', 'output.sizes=2, all')).toEqual({
    output: { epochs: 40, year: '2026', size: 2, sizes: [2, 'all'] },
  })
  expect(valuesOf('output.sizes=[1,2]', 'output.release=1.0')).toEqual({
    output: { sizes: [1, 2], release: '1.0' },
  })
  expect(valuesOf('output.epochs=many')).toEqual({ output: { epochs: 'many' } })
})

test('reads a bool as true or false, however it is written', () => {
  expect(valuesOf('output.shuffle=false')).toEqual({ output: { shuffle: false } })
  expect(valuesOf('output.shuffle=True')).toEqual({ output: { shuffle: true } })
  expect(valuesOf('output.shuffle=maybe')).toEqual({ output: { shuffle: 'maybe' } })
})

test('types a parameter without a description by how it is written', () => {
  expect(valuesOf('x.rate=0.5', 'x.shuffle=true', 'x.columns=["a","b"]', 'x.title=Line 3, b=c')).toEqual({
    x: { rate: 0.5, shuffle: true, columns: ['a', 'b'], title: 'Line 3, b=c' },
  })
})

test('takes the name of a parameter without its step, with dots in it too', () => {
  expect(valuesOf('epochs=40', 'other=x')).toEqual({ output: { epochs: 40, other: 'x' } })
  const args = [
    { name: 'model.lr', type: 'float' },
    { name: 'epochs', type: 'int' },
  ]
  const described = (...steps: string[]): Metadata => ({
    name: 'report',
    pipeline: [{ type: 'train', parameters: { user_parameters: steps.map((step) => ({ step, args })) } }],
  })
  const of = (typed: string, ...steps: string[]) =>
    parametersOf(typedParameters([typed]), described(...steps), 'train')
  expect(of('model.lr=1e-3', 'main')).toEqual({ main: { 'model.lr': 0.001 } })
  expect(of('main.model.lr=1e-3', 'main')).toEqual({ main: { 'model.lr': 0.001 } })
  expect(() => of('epochs=3', 'load', 'fit')).toThrow(
    "'epochs' needs its step. Write it like load.epochs=40.",
  )
  expect(() => of('epochs=3')).toThrow("'epochs' needs its step. Write it like train.epochs=40.")
})

test('refuses a text without a name and a value by name', () => {
  expect(() => valuesOf('epochs')).toThrow("'epochs' is not a parameter. Write it like epochs=40.")
  expect(() => valuesOf('=40')).toThrow("'=40' is not a parameter. Write it like epochs=40.")
})
