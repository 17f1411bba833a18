import { expect, test } from 'vitest'
import { actionTitle, actionWords, kindTitle, objectWords } from './action-words.ts'

test('puts an action into words, also one that is not listed', () => {
  expect(actionWords('member.edit')).toBe('changed the membership of')
  expect(actionTitle('account.set-password')).toBe('Set the password of account')
  expect(actionWords('edge.hand-over')).toBe('hand over edge')
})

test('shows the display name of a workspace', () => {
  expect(objectWords({ object_kind: 'workspace', object_name: 'poc-ws' })).toBe('poc')
  expect(objectWords({ object_kind: 'member', object_name: 'old-ws' })).toBe('old-ws')
})

test('puts a kind of object into words', () => {
  expect(['run', 'data-set', 'object'].map(kindTitle)).toEqual(['Run', 'Data set', 'File'])
})
