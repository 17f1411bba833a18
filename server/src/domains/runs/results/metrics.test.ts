import { expect, test } from 'vitest'
import { figuresIn } from './metrics.ts'

test('finite numbers are kept, everything else is left out and said', () => {
  expect(figuresIn('{"accuracy":0.97,"rows":3,"name":"x","deep":{},"big":1e999}')).toEqual({
    metrics: { accuracy: 0.97, rows: 3 },
    warnings: ['metrics.json: name, deep, big left out; only numbers are kept.'],
  })
})

test.each(['', 'no json', '[1]', 'null', '3', '{"a":'])('%s is no reason to fail', (text) => {
  expect(figuresIn(text)).toEqual({
    metrics: {},
    warnings: ['metrics.json is not a JSON object of numbers, so it was left out.'],
  })
})

test('a flood of figures is cut', () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`figure_${index}`, index]))
  const { metrics, warnings } = figuresIn(JSON.stringify(many))
  expect(Object.keys(metrics)).toHaveLength(200)
  expect(warnings[0]).toMatch(/^metrics.json: figure_200, .* and 95 others left out/)
})
