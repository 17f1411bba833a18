import { expect, test } from 'vitest'
import { CONTENTS_A_CALL, CONTENTS_AT_ONCE, callsOf, SMALL_CONTENT } from './data-set-files.ts'

const lengths = (sizes: number[]) => callsOf(sizes, (size) => size).map(({ length }) => length)

test('limits contents per call by number and by bytes', () => {
  expect(lengths([])).toEqual([])
  expect(lengths(Array(2 * CONTENTS_A_CALL + 1).fill(2))).toEqual([CONTENTS_A_CALL, CONTENTS_A_CALL, 1])
  expect(lengths(Array(6).fill(SMALL_CONTENT))).toEqual([CONTENTS_AT_ONCE / SMALL_CONTENT, 2])
})
