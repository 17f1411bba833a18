import { expect, test } from 'vitest'
import { lineOf, readJsonLines } from './json-text.ts'

test.each([
  ['{"a": [1, 2],\n "b": [}', 2, 8, 'A ] is missing before }, for the [ of line 2.'],
  ['{"a":\n}', 2, 1, 'A value is missing before }.'],
  ['{"a": ]}', 1, 7, 'A value is missing before ].'],
  ['[1,, 2]', 1, 4, 'A value is missing before the comma.'],
  ['{\n  "a": 1,\n}', 2, 9, 'Delete the comma before }.'],
  ['[1,\n 2 , ]', 2, 4, 'Delete the comma before ].'],
  ['{"a": 1,, "b": 2}', 1, 9, 'A key is missing before the comma.'],
  ['{"a": 1\n "b": 2}', 2, 2, 'A comma is missing before "b".'],
  [
    '[1 "a text that is longer than anybody would like to read again"]',
    1,
    4,
    /^A comma .* "a text .*\.\.\.\.$/,
  ],
  ['{"a" 1}', 1, 6, 'A colon is missing before 1.'],
  ['{"a"}', 1, 5, 'A colon and a value are missing before }.'],
  ['["a": 1]', 1, 5, 'A key with a value is written between { and }, not between [ and ].'],
  ['{"a": 1: 2}', 1, 8, 'A comma is missing before the colon.'],
  ['{a: 1}', 1, 2, 'The key a needs double quotes.'],
  ['{1: 1}', 1, 2, 'The key 1 needs double quotes.'],
  ["{'a': 1}", 1, 2, 'Texts and keys are written in double quotes ("), not in \'.'],
  ['{"a": “b”}', 1, 7, 'Texts and keys are written in double quotes ("), not in “.'],
  ['{"a": train}', 1, 7, 'The text train needs double quotes.'],
  ['{"a": "train}', 1, 7, 'The double quote that ends this text is missing.'],
  ['{"a": "b" c"}', 1, 11, 'A comma is missing before c.'],
  [
    '{"a": "the "best" one"}',
    1,
    13,
    'A text ends before best. Within a text, a double quote is written \\".',
  ],
  ['{"a: "b"}', 1, 7, 'A text ends before b. Within a text, a double quote is written \\".'],
  ['{"a": "C:\\data"}', 1, 10, 'A backslash in a text is written \\\\.'],
  ['["C:\\\\data\\x"]', 1, 11, 'A backslash in a text is written \\\\.'],
  ['{"a": "\\u00g0"}', 1, 8, '\\u needs four hexadecimal digits (0 to 9, a to f).'],
  ['{"a": "b\tc"}', 1, 9, 'A tab in a text is written \\t.'],
  ['{"a": "b\u0000c"}', 1, 9, 'There is an invisible character here. Delete it.'],
  ['{"a":\u00a01}', 1, 6, 'There is an invisible character here. Delete it.'],
  ['\ufeff{}', 1, 1, 'There is an invisible character here. Delete it.'],
  ['[NaN]', 1, 2, 'JSON has no NaN. Write null or a number.'],
  ['[-Infinity]', 1, 2, 'JSON has no -Infinity. Write null or a number.'],
  ['[None]', 1, 2, 'JSON has no None. Write null.'],
  ['[True]', 1, 2, 'Write true in lower case.'],
  ['[truely]', 1, 2, 'The text truely needs double quotes.'],
  ['[007]', 1, 2, '007 is not a JSON number: write 7, or a text in double quotes.'],
  ['[.5]', 1, 2, '.5 is not a JSON number: write 0.5, or a text in double quotes.'],
  ['[+1.]', 1, 2, '+1. is not a JSON number: write 1, or a text in double quotes.'],
  ['[2026-11-21]', 1, 2, '2026-11-21 is not a number: a text needs double quotes.'],
  ['{} // done', 1, 4, 'JSON has no comments. Delete this one.'],
  ['{\n# a\n}', 2, 1, 'JSON has no comments. Delete this one.'],
  ['{}}', 1, 3, 'This } is one too many.'],
  ['{}\n{}', 2, 1, 'Nothing may follow the end of the JSON.'],
  ['{"a": [1,\n 2', 2, 3, 'The text ends before the [ of line 1 is closed.'],
  ['{\n"a": [1]', 2, 9, 'The text ends before the { of line 1 is closed.'],
  ['"a', 1, 1, 'The double quote that ends this text is missing.'],
])('says where and why %j is wrong', (text, line, column, reason) => {
  expect(() => JSON.parse(text)).toThrow()
  const expected = typeof reason === 'string' ? reason : expect.stringMatching(reason)
  expect(readJsonLines(text).mistake).toEqual({ line, column, reason: expected })
})

const TEXT = `{
  "name": "penguins",
  "pipeline": [
    { "type": "train",
      "command": ["python3",
                  "train.py"] },
    {}
  ],
  "odd key": {"a": null}
}
`

test('gives every value its line, by the path that problems name', () => {
  const { lines, mistake } = readJsonLines(TEXT)
  expect(mistake).toBeNull()
  expect(Object.fromEntries(lines)).toEqual({
    '': 1,
    name: 2,
    pipeline: 3,
    'pipeline[0]': 4,
    'pipeline[0].type': 4,
    'pipeline[0].command': 5,
    'pipeline[0].command[0]': 5,
    'pipeline[0].command[1]': 6,
    'pipeline[1]': 7,
    '["odd key"]': 9,
    '["odd key"].a': 9,
  })
})

test('places a missing mark where it should have been', () => {
  const { lines } = readJsonLines(TEXT)
  expect(lineOf(lines, 'pipeline[1].type')).toBe(7)
  expect(lineOf(lines, 'pipeline[12]')).toBe(3)
  expect(lineOf(lines, 'names')).toBe(1)
})

test.each([
  ['a comma too many', '{\n  "a": 1,\n}', 2],
  ['a comma too few', '[\n1\n2]', 3],
  ['a key without quotes', '{\n\n a: 1}', 3],
  ['no colon', '{"a"\n1}', 2],
  ['an unknown word', '[true,\nyes]', 2],
  ['a number with a leading zero', '[\n01]', 2],
  ['an open text', '["a\n"]', 1],
  ['the wrong bracket', '[\n1\n}', 3],
  ['an end too early', '{\n"a": [1,\n', 3],
  ['something after the end', '{}\n\n{}', 3],
  ['nothing at all', '', 1],
])('finds %s in its line', (_, text, line) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(readJsonLines(text).mistake?.line).toBe(line)
})

test.each(['0', '-1.5e+3', '"\\u00e9\\n \u007f"', ' [ ] ', '{"":{"":[{}]}}', 'null'])(
  'accepts %s',
  (text) => {
    expect(() => JSON.parse(text)).not.toThrow()
    expect(readJsonLines(text).mistake).toBeNull()
  },
)

test('reads a text with very many brackets without a stack overflow', () => {
  expect(readJsonLines('['.repeat(200_000)).mistake?.line).toBe(1)
})
