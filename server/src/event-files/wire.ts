import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'

/** A field of a Protocol Buffers message: its number, its wire type, and the reader that stands before its value. */
export type Field = [number: number, type: WireType, reader: BinaryReader]

/**
 * Yields each field of a message. The caller reads the value or leaves it, and then it is skipped.
 * @throws an error if the message is malformed
 */
export function* fieldsOf(message: Uint8Array): Generator<Field> {
  const reader = new BinaryReader(message)
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag()
    const before = reader.pos
    yield [number, type, reader]
    if (reader.pos === before) reader.skip(type, number)
  }
}

/** Reads one number of a repeated field, or all that are packed; adds at most as many as `most` leaves room for. */
export function readNumbers(
  [, type, reader]: Field,
  into: number[],
  most: number,
  read: (reader: BinaryReader) => number,
): void {
  if (type !== WireType.LengthDelimited) {
    const value = read(reader)
    if (into.length < most) into.push(value)
    return
  }
  const packed = new BinaryReader(reader.bytes())
  while (packed.pos < packed.len && into.length < most) into.push(read(packed))
}
