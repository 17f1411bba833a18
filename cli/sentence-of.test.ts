import { expect, test } from 'vitest'
import { sentenceOf } from './sentence-of.ts'

test('a refusal is the server’s sentence, or those of its fields', () => {
  expect(sentenceOf('{"detail":"Stop it first."}', 409)).toBe('Stop it first.')
  expect(sentenceOf('{"detail":[{"loc":["body","name"],"msg":"too short","type":"x"}]}', 422)).toBe(
    'name: too short',
  )
  expect(
    sentenceOf('{"detail":[{"loc":["body","train","epochs"],"msg":"epochs: 9 is too low","type":"x"}]}', 422),
  ).toBe('epochs: 9 is too low')
  expect(sentenceOf('<html>', 502)).toBe('The server answered 502.')
})
