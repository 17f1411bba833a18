import { expect, test } from 'vitest'
import { partOf, wandbFile } from './testing/wandb-bytes.ts'
import { createWandbReader } from './wandb-records.ts'

/** Reads a file in pieces of this size; returns the lengths of its records and what was left out. */
function readIn(file: Buffer, size: number, maxRecord = 2 ** 20) {
  const reader = createWandbReader(maxRecord)
  const lengths: number[] = []
  for (let at = 0; at < file.length; at += size)
    for (const record of reader.take(file.subarray(at, at + size))) lengths.push(record.length)
  return { lengths, leftOut: reader.leftOut() }
}

const whole = { long: 0, damaged: 0, brokenAt: null, isCut: false }
// Of the first block 7 bytes are the head of the file. The lengths leave no room, or a few bytes, at the end of a block.
const LENGTHS = [32_768 - 14, 32_768 - 7 - 7 - 3, 1, 100_000, 5]
const FILE = wandbFile(LENGTHS.map((length) => Buffer.alloc(length, length)))

test.each([97, 4096, 1_000_000])(
  'joins the parts of records across blocks, in pieces of %i bytes',
  (size) => {
    expect(readIn(FILE, size)).toEqual({ lengths: LENGTHS, leftOut: whole })
  },
)

test('skips a record above the limit, and reads the next one', () => {
  expect(readIn(FILE, 4096, 50_000)).toEqual({
    lengths: LENGTHS.filter((length) => length < 50_000),
    leftOut: { ...whole, long: 1 },
  })
})

test('skips a record of more parts than the limit allows, though they are empty', () => {
  const empty = (count: number) =>
    Buffer.concat([
      wandbFile([]),
      partOf(Buffer.alloc(0), 2),
      ...Array.from({ length: count }, () => partOf(Buffer.alloc(0), 3)),
      partOf(Buffer.from('x'), 4),
    ])
  expect(readIn(empty(10), 97, 100)).toEqual({ lengths: [1], leftOut: whole })
  expect(readIn(empty(20), 97, 100)).toEqual({ lengths: [], leftOut: { ...whole, long: 1 } })
})

test('stops at a damaged part, and says where', () => {
  const file = Buffer.from(FILE)
  file[32_768 + 20] = (file[32_768 + 20] ?? 0) ^ 1
  expect(readIn(file, 4096)).toEqual({
    lengths: LENGTHS.slice(0, 1),
    leftOut: { ...whole, brokenAt: 32_768 },
  })
})

test('reads nothing of a file of another kind', () => {
  expect(readIn(Buffer.alloc(1000, 'x'), 10)).toEqual({ lengths: [], leftOut: { ...whole, brokenAt: 0 } })
})

test('knows that a file is cut off within a record', () => {
  expect(readIn(FILE.subarray(0, -1), 4096).leftOut).toEqual({ ...whole, isCut: true })
})
