import { expect, test } from 'vitest'
import { diskWarning, sizeInWords, spaceInWords } from './disk-space.ts'

const MIB = 1024 ** 2

test.each([
  [0, '0 bytes'],
  [512, '512 bytes'],
  [1023, '1023 bytes'],
  [1024, '1 KiB'],
  [38.9 * MIB, '38 MiB'],
  [1.49 * 1024 * MIB, '1.4 GiB'],
  [1024 * MIB - 1, '1023 MiB'],
  [2 * 1024 ** 4, '2 TiB'],
])('%d bytes are %s', (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words)
})

test('states the free space together with the total', () => {
  expect(spaceInWords({ free: 3 * MIB, total: 620 * MIB })).toBe('3 MiB of 620 MiB are free')
})

test.each([
  [400, null],
  [62, null],
  [61, 'The disk is nearly full: 61 MiB of 620 MiB are free.'],
  [
    29,
    'The disk is full: 29 MiB of 620 MiB are free. Runs wait and uploads are refused until there is room.',
  ],
])('warns of %d MiB of 620: %s', (free, words) => {
  expect(diskWarning({ free: free * MIB, total: 620 * MIB, reserve: 30 * MIB })).toBe(words)
})
