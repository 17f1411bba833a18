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
])('outlines %j as %s', (schema, words) => {
  expect(outline(schema)).toBe(words)
})

test('writes a line for each field of an object, indents nested ones and marks the optional ones', () => {
  const member: Schema = { type: 'object', properties: { role: text }, required: ['role'] }
  const schema: Schema = {
    type: 'object',
    properties: { name: text, members: { type: 'array', items: member } },
    required: ['members'],
  }
  expect(outline(schema)).toBe('{\n  name?: string\n  members: {\n    role: string\n  }[]\n}')
})

test('inlines a referenced schema, and names a recursive one inside itself', () => {
  const Node: Schema = { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } }
  expect(outline({ $ref: '#/components/schemas/Node' }, { Node })).toBe('{\n  next?: Node\n}')
})
