import { BinaryWriter } from '@bufbuild/protobuf/wire'
import { expect, test } from 'vitest'
import type { Content } from './event.ts'
import { createEventReader, readEvents } from './event-reader.ts'
import { quantile } from './histogram.ts'
import {
  eventOf,
  histogramValue,
  imageValue,
  recordOf,
  scalarValue,
  tensorValue,
  versionEvent,
} from './testing/event-bytes.ts'

/** Reads a file in pieces of this size; returns its values and what was left out. */
function readIn(file: Buffer, size = file.length, maxRecord?: number) {
  const reader = createEventReader(maxRecord)
  const found: [step: number, tag: string, content: Content][] = []
  for (let at = 0; at < file.length; at += size)
    for (const event of reader.take(file.subarray(at, at + size)))
      for (const { tag, content } of event.values()) found.push([event.step, tag, content])
  return { found, leftOut: reader.leftOut() }
}

const whole = { long: 0, damaged: 0, brokenAt: null, isCut: false }
const doubles = (numbers: number[]) => new Uint8Array(Float64Array.from(numbers).buffer)
const varints = (numbers: number[]) => {
  const writer = new BinaryWriter()
  for (const number of numbers) writer.int64(number)
  return writer.finish()
}
const bytes = (text: string) => new TextEncoder().encode(text)
const curve = (length: number) =>
  Buffer.concat([
    versionEvent(),
    ...Array.from({ length }, (_, step) => eventOf(step, [scalarValue('loss', 1 / 2 ** step)])),
  ])

test.each([1, 7, 64, 10_000])('reads scalars from pieces of %i bytes', (size) => {
  const { found, leftOut } = readIn(curve(5), size)
  expect(found.map(([step, tag, content]) => [step, tag, content])).toEqual(
    [0, 1, 2, 3, 4].map((step) => [step, 'loss', { kind: 'scalar', value: 1 / 2 ** step }]),
  )
  expect(leftOut).toEqual(whole)
})

test('reads an event that tensorboardX wrote', () => {
  const file = Buffer.from(
    '1800000000000000a37f4b220900000040fc54d9412a0d0a0b0a046c6f7373150000803f08439696',
    'hex',
  )
  const { found, leftOut } = readIn(file)
  expect([found, leftOut]).toEqual([[[0, 'loss', { kind: 'scalar', value: 1 }]], whole])
})

test.each<[string, number, number, Uint8Array, number]>([
  ['float_val', 1, 5, new Uint8Array(Float32Array.of(0.5).buffer), 0.5],
  ['double_val', 2, 6, doubles([0.1]), 0.1],
  ['int_val', 3, 7, varints([-3]), -3],
  ['int64_val', 9, 10, varints([-(2 ** 40)]), -(2 ** 40)],
  ['bool_val', 10, 11, varints([1]), 1],
  ['half_val', 19, 13, varints([0x3e00]), 1.5],
  ['half_val of bfloat16', 14, 13, varints([0x3fc0]), 1.5],
  ['uint32_val', 22, 16, varints([7]), 7],
  ['uint64_val', 23, 17, varints([8]), 8],
  ['tensor_content of floats', 1, 4, new Uint8Array(Float32Array.of(-2).buffer), -2],
  ['tensor_content of doubles', 2, 4, doubles([Number.NEGATIVE_INFINITY]), Number.NEGATIVE_INFINITY],
  ['tensor_content of halves', 19, 4, Uint8Array.of(0, 0x7c), Number.POSITIVE_INFINITY],
  ['tensor_content of 64-bit integers', 9, 4, new Uint8Array(BigInt64Array.of(-9n).buffer), -9],
])('reads a scalar tensor from %s', (_, type, field, content, value) => {
  const tensor = { type, shape: [], parts: [[field, content] as [number, Uint8Array]] }
  const file = eventOf(1, [tensorValue('a', 'scalars', tensor)])
  expect(readIn(file).found).toEqual([[1, 'a', { kind: 'scalar', value }]])
})

test('takes a scalar tensor without content as 0', () => {
  const file = eventOf(1, [tensorValue('a', 'scalars', { type: 1, shape: [], parts: [] })])
  expect(readIn(file).found).toEqual([[1, 'a', { kind: 'scalar', value: 0 }]])
})

test('reads texts, images and both forms of histograms', () => {
  const file = eventOf(2, [
    tensorValue('note', 'text', {
      type: 7,
      shape: [2],
      parts: [
        [8, bytes('**hi**')],
        [8, bytes('정상')],
      ],
    }),
    imageValue('digit', bytes('PNG'), [4, 3]),
    tensorValue('digits', 'images', {
      type: 7,
      shape: [3],
      parts: ['4', '3', 'PNG'].map((text) => [8, bytes(text)]),
    }),
    histogramValue('w', { min: 0, max: 4, limits: [1, 2, 1e308], counts: [1, 2, 1] }),
    tensorValue('v', 'histograms', { type: 2, shape: [2, 3], parts: [[4, doubles([0, 1, 3, 1, 2, 1])]] }),
    tensorValue('curve', 'pr_curves', { type: 1, shape: [2], parts: [[4, doubles([0])]] }),
  ])
  const image = { kind: 'images', width: 4, height: 3, encoded: [bytes('PNG')] }
  const { found } = readIn(file)
  expect(found.map(([, tag, content]) => [tag, content])).toEqual([
    ['note', { kind: 'texts', texts: ['**hi**', '정상'] }],
    ['digit', { ...image, encoded: [Buffer.from('PNG')] }],
    ['digits', { ...image, encoded: [Buffer.from('PNG')] }],
    ['w', { kind: 'histogram', histogram: [0, 1, 1, 1, 2, 2, 2, 4, 1] }],
    ['v', { kind: 'histogram', histogram: [0, 1, 3, 1, 2, 1] }],
    ['curve', { kind: 'other' }],
  ])
  expect(quantile([0, 1, 1, 1, 2, 2, 2, 4, 1], 0.5)).toBe(1.5)
  expect(quantile([], 0.5)).toBeNaN()
})

test('reads the complete records of a file that is cut off at any byte', () => {
  const file = curve(4)
  const length = (file.length - 40) / 4
  const ends = [0, 1, 2, 3, 4].map((record) => 40 + record * length)
  for (let end = 0; end <= file.length; end += 1) {
    const { found, leftOut } = readIn(file.subarray(0, end))
    expect(found).toHaveLength(ends.filter((at) => at > 40 && at <= end).length)
    expect(leftOut).toEqual({ ...whole, isCut: end > 0 && !ends.includes(end) })
  }
})

test('leaves out a record with a wrong checksum, and reads the next one', () => {
  const file = curve(4)
  file[file.length - 5] = (file.at(-5) ?? 0) ^ 1
  const { found, leftOut } = readIn(Buffer.concat([file, eventOf(9, [scalarValue('loss', 1)])]))
  expect(found.map(([step]) => step)).toEqual([0, 1, 2, 9])
  expect(leftOut).toEqual({ ...whole, damaged: 1 })
})

test('stops where the length of a record is damaged, and says where', () => {
  const file = curve(4)
  file[41] = 99
  const { found, leftOut } = readIn(file, 5)
  expect([found, leftOut]).toEqual([[], { ...whole, brokenAt: 40 }])
})

test('holds nothing of a record that claims 2^60 bytes', () => {
  const file = Buffer.concat([curve(1), recordOf(Buffer.alloc(5000), 2n ** 60n)])
  const { found, leftOut } = readIn(file, 100)
  expect(found).toHaveLength(1)
  expect(leftOut).toEqual({ ...whole, isCut: true })
})

test('skips a record above the limit, and reads the next one', () => {
  const large = eventOf(1, [imageValue('digit', Buffer.alloc(3000))])
  const { found, leftOut } = readIn(Buffer.concat([large, curve(1)]), 100, 1000)
  expect(found.map(([, tag]) => tag)).toEqual(['loss'])
  expect(leftOut).toEqual({ ...whole, long: 1 })
})

test.each([
  ['that ends within a field', Uint8Array.of(9, 1, 2)],
  ['whose summary claims more than there is', Uint8Array.of(0x2a, 0x7f, 1)],
  ['whose value is malformed', Uint8Array.of(0x2a, 2, 0x0a, 0x7f)],
  ['with a number that has no end', Buffer.alloc(40, 0xff)],
  ['of many summaries', Buffer.alloc(2000, Buffer.of(0x2a, 0))],
  ['of nested groups', Buffer.alloc(5000, 0x0b)],
])('leaves out a record %s', (_, content) => {
  const { found, leftOut } = readIn(Buffer.concat([recordOf(content), curve(1)]))
  expect(found).toHaveLength(1)
  expect(leftOut).toEqual({ ...whole, damaged: 1 })
})

test('gives other work a turn between the events of a stream', async () => {
  let turns = 0
  let isRead = false
  const count = () => {
    turns += 1
    if (!isRead) setImmediate(count)
  }
  setImmediate(count)
  const record = eventOf(1, [scalarValue('loss', 1)])
  async function* pieces() {
    for (let piece = 0; piece < 10; piece += 1)
      yield Buffer.concat(Array.from({ length: 1000 }, () => record))
  }
  let events = 0
  for await (const { step } of readEvents(pieces())) events += step
  isRead = true
  expect(events).toBe(10_000)
  expect(turns).toBeGreaterThan(20)
})
