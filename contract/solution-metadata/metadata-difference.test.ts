import { expect, test } from 'vitest'
import { differencesOf } from './metadata-difference.ts'

test('finds no difference between equal documents, whatever the order of their keys', () => {
  expect(differencesOf({ a: 1, b: [true, null, 'x'] }, { b: [true, null, 'x'], a: 1 })).toEqual([])
})

test('names every difference with the old and the new value', () => {
  const before = {
    name: 'pumps',
    old: 1,
    pipeline: [{ type: 'train', command: ['a'] }, { type: 'inference' }],
  }
  const after = { name: 'pumps', pipeline: [{ type: 'train', command: ['a', 'b'] }], 'odd key': null }
  expect(differencesOf(before, after)).toEqual([
    { path: 'old', before: 1 },
    { path: 'pipeline[0].command[1]', after: 'b' },
    { path: 'pipeline[1]', before: { type: 'inference' } },
    { path: '["odd key"]', after: null },
  ])
})

test('reports a value of another type as one difference', () => {
  expect(differencesOf({ data: { rows: 1 } }, { data: [1] })).toEqual([
    { path: 'data', before: { rows: 1 }, after: [1] },
  ])
  expect(differencesOf({ data: null }, { data: '' })).toEqual([{ path: 'data', before: null, after: '' }])
  expect(differencesOf('a', 'b')).toEqual([{ path: '', before: 'a', after: 'b' }])
})

test('treats names that every object has like other keys', () => {
  expect(differencesOf({}, { toString: 1 })).toEqual([{ path: 'toString', after: 1 }])
})
