import { expect, test } from 'vitest'
import { tooMuchToParse } from './bodies.ts'

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

test.each([nested(101), '{"a":'.repeat(101), `[${nested(20)},"]]","\\"]",${nested(100)}]`])(
  'refuses more than a hundred levels',
  (text) => {
    expect(tooMuchToParse(text)?.message).toBe('The body is nested deeper than 100 levels.')
  },
)

test('refuses more than 200,000 values, and does not count commas in texts', () => {
  const body = (count: number) => `{"step":["${','.repeat(1000)}"${',{}'.repeat(count)}]}`
  expect(tooMuchToParse(body(200_000))?.problems).toEqual([
    {
      loc: ['body'],
      msg: 'The body holds more than 200000 values. Send less at once.',
      type: 'json_many',
    },
  ])
  expect(tooMuchToParse(body(199_999))).toBeNull()
})

test.each([
  ['a hundred levels', nested(100)],
  ['many lists beside each other', `[${'[],'.repeat(500)}[]]`],
  ['brackets in a text', JSON.stringify({ [nested(200)]: `"${nested(200)}\\` })],
  ['what is no JSON', `"${'['.repeat(200)}`],
])('%s may be parsed', (_, text) => {
  expect(tooMuchToParse(text)).toBeNull()
})
