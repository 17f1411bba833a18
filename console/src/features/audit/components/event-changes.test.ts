import { expect, test } from 'vitest'
import { changedNames, eventChanges } from './event-changes.ts'

test('returns the fields in words before and after, null for a value that was not there', () => {
  const before = { role: 'MEMBER', company: null, department: '', email: 'kim@example.org' }
  const after = { role: 'MANAGER', company: 'Aster', department: null, email: 'kim@example.org', tags: [] }
  expect(eventChanges({ object_kind: 'member', before, after })).toEqual([
    { name: 'Role in Workspace', before: 'Member', after: 'Manager' },
    { name: 'Company', before: null, after: 'Aster' },
  ])
})

test('shows the author of a record by name', () => {
  const person = { actor_id: '90eb78e9', actor_name: 'mina' }
  const after = { created_by: '90eb78e9', name: 'label' }
  expect(eventChanges({ object_kind: 'instance', before: null, after, ...person })).toEqual([
    { name: 'Created by', before: null, after: 'mina' },
    { name: 'Name', before: null, after: 'label' },
  ])
})

test('returns no changes for an event without fields', () => {
  expect(eventChanges({ object_kind: 'account', before: null, after: null })).toEqual([])
})

test('returns a change for each tier of a workspace', () => {
  const standard = { name: 'standard', instance: 'm5.xlarge' }
  expect(
    eventChanges({
      object_kind: 'workspace',
      before: { execution_specs: [standard, { name: 'low', instance: 't3.medium' }] },
      after: { execution_specs: [standard, { name: 'high-gpu', instance: 'p3.2xlarge' }] },
    }),
  ).toEqual([
    { name: 'Low', before: 't3.medium', after: null },
    { name: 'High-GPU', before: null, after: 'p3.2xlarge' },
  ])
})

const toldOf = (object_kind: string, after: Record<string, unknown>) =>
  Object.fromEntries(
    eventChanges({ object_kind, before: null, after }).map(({ name, after: told }) => [name, told]),
  )

test('uses the same words for a field as the screen of its record', () => {
  expect(toldOf('account', { role: 'DEVELOPER', login_type: 'ldap', must_change_password: true })).toEqual({
    'Account Type': 'Developer',
    'Login Type': 'Directory',
    'Password must be changed': 'yes',
  })
  expect(
    toldOf('version', { solution_id: 's1', version_num: 2, size: 2048, 'pipeline.0.type': 'x' }),
  ).toEqual({
    'Solution ID': 's1',
    Version: 'v 2',
    Size: '2.00 k',
    'pipeline.0.type': 'x',
  })
  expect(
    toldOf('run', {
      pipeline: 'train',
      tier_asked: 'high-gpu',
      tier_given: 'standard-gpu',
      dataset_uri: ['a/', 'b/'],
      parameters: { train: { epochs: 5, warm: false } },
    }),
  ).toEqual({
    Pipeline: 'train',
    'Tier requested': 'High-GPU',
    'Tier allocated': 'Standard-GPU',
    'Data Sets': 'a/, b/',
    Parameters: 'train.epochs = 5\ntrain.warm = no',
  })
  expect(toldOf('run', { tier_asked: 'low', tier_given: 'low' })).toEqual({ Tier: 'Low' })
  expect(toldOf('variable', { value: 'set', secret: true })).toEqual({ Value: 'hidden', Secret: 'yes' })
  expect(toldOf('variable', { value: 'set', secret: false })).toEqual({ Value: 'set', Secret: 'no' })
  expect(
    toldOf('instance', {
      tags: [
        { key: 'line', value: '4' },
        { key: 'old', value: '' },
      ],
    }),
  ).toEqual({
    Tags: 'line: 4, old',
  })
})

test('returns a line for each parameter that differs', () => {
  const before = { parameters: { train: { epochs: 5, seed: 7 } } }
  const after = { parameters: { train: { epochs: 9, seed: 7, warm: true } } }
  expect(eventChanges({ object_kind: 'stream', before, after })).toEqual([
    {
      name: 'Parameters',
      before: 'train.epochs = 5',
      after: 'train.epochs = 9\ntrain.warm = yes',
      mono: true,
    },
  ])
})

test('names three fields and counts the others', () => {
  const changesOf = (...names: string[]) => names.map((name) => ({ name, before: null, after: 'x' }))
  expect(changedNames(changesOf('Name', 'Queue', 'Runs as'))).toBe('Name, Queue, Runs as')
  expect(changedNames(changesOf('Name', 'Queue', 'Runs as', 'Bucket Name', 'ID'))).toBe(
    'Name, Queue, Runs as +2',
  )
})
