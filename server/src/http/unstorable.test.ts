import { expect, test } from 'vitest'
import { unstorable } from './bodies.ts'

test.each([
  [{ name: 'a\0b' }, ['body', 'name']],
  [{ tags: [{ key: 'fine' }, { key: '\0' }] }, ['body', 'tags', 1, 'key']],
  [{ 'a\0': 1 }, ['body', 'a\0']],
  [{ name: '\ud800' }, ['body', 'name']],
  ['\0', ['body']],
])('%j is refused on its field', (body, loc) => {
  expect(unstorable(body)?.problems).toEqual([
    { loc, msg: 'This text contains a NUL character or an incomplete character.', type: 'text_invalid' },
  ])
})

test('passes everything that can be stored', () => {
  expect(unstorable({ name: 'Grüße \u{1F600}\n', list: [1, null, true, { deep: [[]] }] })).toBeNull()
  expect(unstorable(undefined)).toBeNull()
})
