import { expect, test } from 'vitest'
import { versionNamed } from './solution-record.tsx'

test.each([
  ['2', 2],
  ['3', 3],
  ['0', undefined],
  ['4', undefined],
  ['1.5', undefined],
  ['junk', undefined],
  ['', undefined],
  [undefined, undefined],
])('reads %s in the address of three versions as %s', (asked, named) => {
  expect(versionNamed(asked, 3)).toBe(named)
})
