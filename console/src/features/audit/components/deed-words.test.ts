import { expect, test } from 'vitest'
import { deedTitle, deedWords, objectWords } from './deed-words.ts'

test('a deed is told in words, also one that nobody listed', () => {
  expect(deedWords('member.edit')).toBe('changed the role of member')
  expect(deedTitle('account.set-password')).toBe('Set the password of account')
  expect(deedWords('edge.hand-over')).toBe('hand over edge')
})

test('a workspace is called as people call it', () => {
  expect(objectWords({ object_kind: 'workspace', object_name: 'poc-ws' })).toBe('poc')
  expect(objectWords({ object_kind: 'member', object_name: 'old-ws' })).toBe('old-ws')
})
