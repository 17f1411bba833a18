import { BinaryWriter } from '@bufbuild/protobuf/wire'
import { maskedCrc32c } from '../crc32c.ts'

const message = (fill: (writer: BinaryWriter) => void) => {
  const writer = new BinaryWriter()
  fill(writer)
  return writer.finish()
}
const field = (writer: BinaryWriter, number: number, bytes: Uint8Array) => writer.tag(number, 2).bytes(bytes)
const packed = (numbers: readonly number[]) =>
  message((writer) => numbers.forEach((number) => void writer.double(number)))

/** Frames a content as a record; `length` is what it claims. */
export function recordOf(content: Uint8Array, length = BigInt(content.length)): Buffer {
  const head = Buffer.alloc(12)
  head.writeBigUInt64LE(length)
  head.writeUInt32LE(maskedCrc32c(head.subarray(0, 8)), 8)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32LE(maskedCrc32c(content))
  return Buffer.concat([head, content, checksum])
}

/** A record of an event with these values; the first of a file says its version. */
export function eventOf(step: number, values: readonly Uint8Array[], wallTime = 1_700_000_000): Buffer {
  return recordOf(
    message((writer) => {
      writer.tag(1, 1).double(wallTime).tag(2, 0).int64(step)
      const summary = message((inner) => values.forEach((value) => void field(inner, 1, value)))
      field(writer, 5, summary)
    }),
  )
}

export function versionEvent(wallTime = 1_700_000_000): Buffer {
  return recordOf(message((writer) => writer.tag(1, 1).double(wallTime).tag(3, 2).string('brain.Event:2')))
}

/** A value as older writers make it. */
export function scalarValue(tag: string, value: number): Uint8Array {
  return message((writer) => writer.tag(1, 2).string(tag).tag(2, 5).float(value))
}

export function imageValue(tag: string, encoded: Uint8Array, [width, height] = [1, 1]): Uint8Array {
  const image = message((writer) => field(writer.tag(1, 0).int32(height).tag(2, 0).int32(width), 4, encoded))
  return message((writer) => field(writer.tag(1, 2).string(tag), 4, image))
}

/** A histogram as older writers make it, by the upper edges of its buckets. */
export function histogramValue(
  tag: string,
  { min, max, limits, counts }: { min: number; max: number; limits: number[]; counts: number[] },
): Uint8Array {
  const histogram = message((writer) => {
    writer.tag(1, 1).double(min).tag(2, 1).double(max)
    field(writer, 6, packed(limits))
    field(writer, 7, packed(counts))
  })
  return message((writer) => field(writer.tag(1, 2).string(tag), 5, histogram))
}

export interface TensorParts {
  type: number
  shape: readonly number[]
  /** the field of TensorProto that holds the numbers or texts, and its bytes, once for each */
  parts: readonly [field: number, bytes: Uint8Array][]
}

/** A value as newer writers make it: a tensor for a plugin. */
export function tensorValue(
  tag: string,
  plugin: string,
  tensor: TensorParts | null,
  content = new Uint8Array(),
): Uint8Array {
  const metadata = message((writer) => {
    const data = message((inner) => field(inner.tag(1, 2).string(plugin), 2, content))
    field(writer, 1, data)
  })
  return message((writer) => {
    writer.tag(1, 2).string(tag)
    field(writer, 9, metadata)
    if (tensor) field(writer, 8, tensorOf(tensor))
  })
}

function tensorOf({ type, shape, parts }: TensorParts): Uint8Array {
  return message((writer) => {
    writer.tag(1, 0).int32(type)
    const dimensions = message((inner) => {
      for (const size of shape) {
        const dimension = message((one) => one.tag(1, 0).int64(size))
        field(inner, 2, dimension)
      }
    })
    field(writer, 2, dimensions)
    for (const [number, bytes] of parts) field(writer, number, bytes)
  })
}
