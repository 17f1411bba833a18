import { expect, test } from 'vitest'
import { lineOf, readJsonLines } from './json-lines.ts'

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

test('every value has its line, by the path that problems name', () => {
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

test('what is missing stands where it should have been', () => {
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
])('%s is found in its line', (_, text, line) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(readJsonLines(text).mistake?.line).toBe(line)
})

test.each(['0', '-1.5e+3', '"\\u00e9\\n \u007f"', ' [ ] ', '{"":{"":[{}]}}', 'null'])(
  '%s is fine',
  (text) => {
    expect(() => JSON.parse(text)).not.toThrow()
    expect(readJsonLines(text).mistake).toBeNull()
  },
)

test('a text of very many brackets is read without end of stack', () => {
  expect(readJsonLines('['.repeat(200_000)).mistake?.line).toBe(1)
})
