import { processorTimeOf } from '@podium/contract/testing/processor-time.ts'
import { expect, test } from 'vitest'
import { flatYaml } from './flat-yaml.ts'

test('reads a summary written by PyYAML: folded, quoted and empty texts, and probabilities as lines', () => {
  const text = String.raw`date: '2026-11-23 02:00:00'
note: 'a long note that''s folded because it has more than eighty characters, see

  #12 and: that is all'
probability:
  '1': 1
  N G: 0.2
  'a: b': 1.0e-05
  it's: 0
  "\uC815\uC0C1": 0.1
result: OK # 3
score: 0.65
version: ''
words: plain ones that are long enough to go on in the line
  below
`
  expect(flatYaml(text)).toEqual({
    date: '2026-11-23 02:00:00',
    note: "a long note that's folded because it has more than eighty characters, see #12 and: that is all",
    probability: { '1': 1, 'N G': 0.2, 'a: b': 0.00001, "it's": 0, 정상: 0.1 },
    result: 'OK',
    score: 0.65,
    version: '',
    words: 'plain ones that are long enough to go on in the line below',
  })
})

test.each([
  [
    String.raw`note: "\uBD88\uB7C9 \uB77C\uC778, \
  \ \U0001F600 \"3\" \\ \x41\tb
  c"`,
    { note: '불량 라인,  😀 "3" \\ A b c' },
  ],
  [
    `a: {'OK: 1': 0.65, "N\\x47": .5, plain one: -1e3,}\r\nb: {}\r\n`,
    { a: { 'OK: 1': 0.65, NG: 0.5, 'plain one': -1000 }, b: {} },
  ],
  [
    '---\n# about\na:\n  # of a\n    \n  b: ~\n  c: null\nd:\ne: |\n  two\n  lines\n...\n',
    { a: { b: null, c: null }, d: null, e: 'two lines' },
  ],
  [
    'tags: []\nlist:\n- a: 1\n- b\nalias: *a\ndeep:\n  b:\n    c: 1\nopen: {a: {b: 1}}\nhalf: {a: 1',
    { tags: null, list: null, alias: null, deep: { b: null }, open: null, half: null },
  ],
])('reads %j', (text, object) => {
  expect(flatYaml(text)).toEqual(object)
})

test.each(['', '- a: [b', 'no key', '? a\n: b', '{a: 1}', '&a b: 1', '  a: 1', '"a": 1\n"b'])(
  'rejects %j',
  (text) => {
    expect(flatYaml(text)).toBeNull()
  },
)

test.each([
  '? ',
  '- ',
  '[',
  '{',
  '{a: ',
  'a: ',
  ': ',
  ' ',
  '\n',
  "'",
  '"',
  '\\"',
  "a: '",
  'a: {',
  ' #',
  ',a',
  ', ',
  'a:\n  ',
  'a: b\n',
  '&a ',
  'a: 9',
])('reads 64 KiB of %j in linear time, whatever comes before them', async (part) => {
  const many = part.repeat(2 ** 16 / part.length)
  const taken = await processorTimeOf(() => {
    for (const before of ['', 'a: ', 'a:\n  ', 'a: {b: ', "a: '", 'a: "']) {
      flatYaml(before + many)
      flatYaml(`${before}${many}x`)
    }
  })
  expect(taken).toBeLessThan(1000)
})
