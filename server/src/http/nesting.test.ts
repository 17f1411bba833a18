import { expect, test } from 'vitest'
import { nestedTooDeep } from './bodies.ts'

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

test.each([nested(101), '{"a":'.repeat(101), `[${nested(20)},"]]","\\"]",${nested(100)}]`])(
  'more levels than a hundred are refused',
  (text) => {
    expect(nestedTooDeep(text)?.message).toBe('The body is nested deeper than 100 levels.')
  },
)

test.each([
  ['a hundred levels', nested(100)],
  ['many lists beside each other', `[${'[],'.repeat(500)}[]]`],
  ['brackets in a text', JSON.stringify({ [nested(200)]: `"${nested(200)}\\` })],
  ['what is no JSON', `"${'['.repeat(200)}`],
])('%s may be parsed', (_, text) => {
  expect(nestedTooDeep(text)).toBeNull()
})
