import { expect, test } from 'vitest'
import { sentenceOf } from './sentence-of.ts'

const sentence = (status: number, body: string, bytes?: number) =>
  sentenceOf({ status, body, headers: new Headers() }, bytes)

test('returns the server’s sentence of a refusal, or those of its fields', () => {
  expect(sentence(409, '{"detail":"Stop it first."}')).toBe('Stop it first.')
  expect(sentence(422, '{"detail":[{"loc":["body","name"],"msg":"too short","type":"x"}]}')).toBe(
    'name: too short',
  )
  expect(
    sentence(422, '{"detail":[{"loc":["body","train","epochs"],"msg":"epochs: 9 is too low","type":"x"}]}'),
  ).toBe('epochs: 9 is too low')
})

test('says that a response is not the server’s', () => {
  expect(sentence(502, '<html>')).toBe(
    'Podium does not answer the gateway before it (502). It may be starting again.',
  )
  expect(sentence(413, '<html>', 2_000_000)).toContain('refused 1.9 MiB')
})
