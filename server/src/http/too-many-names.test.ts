import { expect, test } from 'vitest'
import { tooManyNames } from './bodies.ts'

const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, at]))
const items = (count: number, item: unknown = 0) => Array(count).fill(item)

const TOO_MANY_NAMES = 'The body holds more than 20000 names and items. Send less at once.'

test.each([
  [TOO_MANY_NAMES, 'names', names(20_001)],
  [TOO_MANY_NAMES, 'names below', { parameters: { train: names(20_000) } }],
  [TOO_MANY_NAMES, 'items of a list that the call reads', { ids: items(20_001) }],
  [TOO_MANY_NAMES, 'items of a list in the filter', { filter: { tag: items(20_001) } }],
  [TOO_MANY_NAMES, 'names in items', { members: items(10_001, { account_id: '', role: '' }) }],
  [TOO_MANY_NAMES, 'items where an object is expected', items(20_001)],
])('%s (%s)', (msg, _, body) => {
  expect(tooManyNames(body)?.problems).toEqual([{ loc: ['body'], msg, type: 'json_many' }])
})

test.each([
  ['nothing', undefined],
  ['a text', 'x'.repeat(300_000)],
  ['as many members as a call adds', { members: items(1000, { account_id: '', login_type: '', role: '' }) }],
  [
    'the fullest metadata and parameters',
    { metadata_json: { names: names(5000), items: items(131_000) }, parameters: { train: names(5000) } },
  ],
])('%s passes', (_, body) => {
  expect(tooManyNames(body)).toBeNull()
})
