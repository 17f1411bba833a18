import { expect, test } from 'vitest'
import { suggestedTypes } from './instance-types.ts'

test.each<[string | null, string[]]>([
  ['8cpu-31gib', ['8cpu-31gib', '4cpu-15.5gib', '2cpu-7.75gib']],
  ['1cpu-2gib', ['1cpu-2gib', '0.5cpu-1gib', '0.25cpu-0.5gib']],
  ['m5.xlarge', []],
  [null, []],
])('suggests from %s the parts %j', (own, names) => {
  expect(suggestedTypes(own).map(({ name }) => name)).toEqual(names)
})
