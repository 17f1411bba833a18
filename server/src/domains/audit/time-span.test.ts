import { FieldProblems } from '@podium/contract/rules/errors.ts'
import { expect, test } from 'vitest'
import { readTimeSpan } from './reads.ts'

test('reads a day from its beginning to its end, in UTC', () => {
  expect(readTimeSpan({ from: '2026-11-20', to: '2026-11-20' })).toEqual({
    from: '2026-11-20T00:00:00.000Z',
    before: '2026-11-21T00:00:00.000Z',
  })
})

test('reads an instant with its offset', () => {
  expect(readTimeSpan({ from: '2026-11-20T09:30:00+02:00', to: '2026-11-20T09:30Z' })).toEqual({
    from: '2026-11-20T07:30:00.000Z',
    before: '2026-11-20T09:30:00.000Z',
  })
})

test('ends the last representable day where the next one begins', () => {
  expect(readTimeSpan({ to: '9999-12-31' }).before).toBe('10000-01-01T00:00:00.000Z')
})

test('sets no bound without a text', () => {
  expect(readTimeSpan({})).toEqual({ from: null, before: null })
})

test.each([
  'yesterday',
  '2026-02-30',
  '2026-13-01',
  '20.11.2026',
  '2026-11-20T25:00Z',
  '2026-11-20T09:30',
  '0000-01-01',
  '0001-01-01T00:00+01:00',
])('%s is refused', (text) => {
  expect(() => readTimeSpan({ from: text })).toThrow(FieldProblems)
  expect(() => readTimeSpan({ to: text })).toThrow('Write a day like 2026-11-20')
})
