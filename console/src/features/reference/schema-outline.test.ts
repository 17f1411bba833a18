import { expect, test } from 'vitest'
import { outline, type Schema } from './schema-outline.ts'

const text: Schema = { type: 'string' }

test.each<[Schema, string]>([
  [text, 'string'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: 'string', format: 'date-time' }, 'string (date-time)'],
  [{}, 'anything'],
  [{ enum: ['train', 'inference'] }, '"train" | "inference"'],
  [{ const: 1 }, '1'],
  [{ anyOf: [text, { type: 'null' }] }, 'string | null'],
  [{ type: 'array', items: text }, 'string[]'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
  [{ type: 'object', properties: {} }, '{}'],
  [{ type: 'object', additionalProperties: text }, '{ [name]: string }'],
  [{ type: 'object', additionalProperties: false }, 'object'],
  [{ $ref: '#/components/schemas/Unknown' }, 'Unknown'],
])('%j reads %s', (schema, words) => {
  expect(outline(schema)).toBe(words)
})

test('an object has a line for each field, deeper ones further in, and says which may be missing', () => {
  const member: Schema = { type: 'object', properties: { role: text }, required: ['role'] }
  const schema: Schema = {
    type: 'object',
    properties: { name: text, members: { type: 'array', items: member } },
    required: ['members'],
  }
  expect(outline(schema)).toBe('{\n  name?: string\n  members: {\n    role: string\n  }[]\n}')
})

test('a named shape is shown in its place, and one that holds itself by its name within', () => {
  const Node: Schema = { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } }
  expect(outline({ $ref: '#/components/schemas/Node' }, { Node })).toBe('{\n  next?: Node\n}')
})
