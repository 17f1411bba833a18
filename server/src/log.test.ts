import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sentenceOf } from './log.ts'

test('describes a failed statement by the database’s message', () => {
  const cause = new Error('permission denied for table accounts')
  const failed = new DrizzleQueryError('select "id" from "accounts"', [], cause)
  expect(sentenceOf(failed)).toBe('permission denied for table accounts')
  expect(sentenceOf(new Error('disk full', { cause }))).toBe('disk full')
})
