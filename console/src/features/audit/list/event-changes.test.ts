import { expect, test } from 'vitest'
import { eventChanges } from './event-changes.ts'

test('fields are shown as they were and as they are, with nothing for what was not there', () => {
  const before = { role: 'MEMBER', company: null, department: '', email: 'kim@example.org' }
  const after = { role: 'MANAGER', company: 'Aster', department: null, email: 'kim@example.org', tags: [1] }
  expect(eventChanges({ before, after })).toEqual([
    { name: 'role', before: 'MEMBER', after: 'MANAGER' },
    { name: 'company', before: null, after: 'Aster' },
    { name: 'tags', before: null, after: '[1]' },
  ])
})

test('an event may name no field', () => {
  expect(eventChanges({ before: null, after: null })).toEqual([])
})
