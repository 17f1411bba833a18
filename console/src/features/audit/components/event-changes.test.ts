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

test('the tiers of a workspace are told one by one', () => {
  const standard = { name: 'standard', instance: 'm5.xlarge' }
  expect(
    eventChanges({
      before: { execution_specs: [standard, { name: 'low', instance: 't3.medium' }] },
      after: { execution_specs: [standard, { name: 'high', instance: 'm5.4xlarge' }] },
    }),
  ).toEqual([
    { name: 'low', before: 't3.medium', after: null },
    { name: 'high', before: null, after: 'm5.4xlarge' },
  ])
})
