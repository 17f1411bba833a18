import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countNewlines } from './newlines.ts'

test('counts all newlines, whatever surrounds them and wherever the bytes begin', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(0, 9, 10, 11, 0x0a ^ 0x80, 128, 255), { maxLength: 60 }),
      fc.nat(7),
      (values, begin) => {
        const bytes = Buffer.from(values).subarray(begin)
        expect(countNewlines(bytes)).toBe([...bytes].filter((byte) => byte === 10).length)
      },
    ),
  )
})

test('counts more newlines than a byte of the sums can hold', () => {
  expect(countNewlines(Buffer.alloc(1_000_003, '\n'))).toBe(1_000_003)
})
