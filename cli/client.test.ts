import { putObject } from '@podium/contract/objects.ts'
import { listRuns } from '@podium/contract/runs.ts'
import { expect, test } from 'vitest'
import { addressOf, sentenceOf } from './client.ts'

test('an address carries its parameters encoded, and the rest of a path with its slashes', () => {
  expect(addressOf(putObject, { id: 'a b', path: 'datasets/x y/1.csv' })).toBe(
    '/api/v1/workspaces/a%20b/objects/datasets/x%20y/1.csv',
  )
  expect(addressOf(listRuns, {}, { workspace_id: 'w', q: undefined })).toBe(
    '/api/v1/streamhistories?workspace_id=w',
  )
})

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
