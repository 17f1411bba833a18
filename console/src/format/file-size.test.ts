import { expect, test } from 'vitest'
import { formatFileSize } from './file-size.ts'

test.each([
  [0, '0 KB'],
  [1, '1.00 bytes'],
  [1023, '1023.00 bytes'],
  [1024, '1.00 k'],
  [217_170, '212.08 k'],
  [1_048_575, '1.00 MB'],
  [1_048_576, '1.00 MB'],
  [1.42 * 1024 ** 3, '1.42 GB'],
  [3 * 1024 ** 4, '3.00 TB'],
  [2.5 * 1024 ** 5, '2.50 PB'],
  [4096 * 1024 ** 5, '4096.00 PB'],
  [null, '–'],
  [undefined, '–'],
  [-5, '–'],
  [Number.NaN, '–'],
])('writes %d bytes as %s', (bytes, words) => {
  expect(formatFileSize(bytes)).toBe(words)
})
