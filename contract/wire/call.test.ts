import { expect, test } from 'vitest'
import { readInstanceType } from '../calls/instance-types.ts'
import { putObject } from '../calls/objects.ts'
import { listRuns } from '../calls/run-list.ts'
import { addressOf } from './call.ts'

test('puts parameters and query into the address and leaves out empty values', () => {
  expect(addressOf(listRuns, { query: { workspace_id: 'w', page: 2, q: '' } })).toBe(
    '/api/v1/streamhistories?workspace_id=w&page=2',
  )
  expect(addressOf(listRuns, { query: { workspace_id: 'w', q: undefined } })).toBe(
    '/api/v1/streamhistories?workspace_id=w',
  )
  expect(addressOf(listRuns, { query: { tag: ['night', '', 'a b'] } })).toBe(
    '/api/v1/streamhistories?tag=night&tag=a+b',
  )
  expect(addressOf(readInstanceType, { query: { instance_type: 'a b&c' } })).toBe(
    '/api/v1/workspaces/instance/info?instance_type=a+b%26c',
  )
})

test('encodes parameters in the address but keeps the slashes in the rest of a path', () => {
  expect(addressOf(putObject, { params: { id: 'a b', path: 'datasets/x y/1.csv' } })).toBe(
    '/api/v1/workspaces/a%20b/objects/datasets/x%20y/1.csv',
  )
})
