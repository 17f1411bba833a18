import { expect, test } from 'vitest'
import { declaredType, type JsonSchema } from './declared-type.ts'

const text: JsonSchema = { type: 'string' }

test.each<[JsonSchema, string]>([
  [text, 'string'],
  [{ type: ['integer', 'null'] }, 'number | null'],
  [{}, 'unknown'],
  [{ enum: ['train', 'inference'] }, '"train" | "inference"'],
  [{ const: 1 }, '1'],
  [{ anyOf: [text, { type: 'null' }, text] }, 'string | null'],
  [{ type: 'array', items: { anyOf: [text, { type: 'number' }] } }, '(string | number)[]'],
  [{ type: 'object', additionalProperties: text }, 'Record<string, string>'],
  [{ type: 'object', additionalProperties: false }, 'Record<string, never>'],
  [{ type: 'object' }, 'Record<string, unknown>'],
  [
    { type: 'object', properties: { id: text, 'a-b': { type: 'boolean' } }, required: ['id'] },
    '{ "id": string; "a-b"?: boolean }',
  ],
])('declares %j as %s', (schema, type) => {
  expect(declaredType(schema)).toBe(type)
})
