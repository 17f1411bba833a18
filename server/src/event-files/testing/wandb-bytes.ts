import { crc32 } from 'node:zlib'
import { BinaryWriter } from '@bufbuild/protobuf/wire'

const BLOCK = 32 * 1024
const HEAD = 7

const message = (fill: (writer: BinaryWriter) => void) => {
  const writer = new BinaryWriter()
  fill(writer)
  return writer.finish()
}

/** A record of wandb: items below the field `kind`, each of which has its keys and a value as JSON. */
export function wandbRecord(kind: number, items: readonly [keys: string[], json: string][]): Uint8Array {
  const list = message((writer) => {
    for (const [keys, json] of items) {
      const item = message((one) => {
        for (const key of keys) one.tag(keys.length === 1 ? 1 : 2, 2).string(key)
        one.tag(16, 2).string(json)
      })
      writer.tag(1, 2).bytes(item)
    }
  })
  return message((writer) => writer.tag(1, 0).int64(1).tag(kind, 2).bytes(list))
}

/** The file of these records, which are cut where a block ends. */
export function wandbFile(records: readonly Uint8Array[]): Buffer {
  const pieces: Buffer[] = [Buffer.from(':W&B\xe1\xbe\0', 'latin1')]
  let offset = HEAD
  const add = (bytes: Buffer) => {
    pieces.push(bytes)
    offset += bytes.length
  }
  for (const record of records) {
    for (let at = 0; at === 0 || at < record.length; ) {
      const room = BLOCK - (offset % BLOCK)
      if (room < HEAD) add(Buffer.alloc(room))
      const part = record.subarray(at, at + BLOCK - (offset % BLOCK) - HEAD)
      const isLast = at + part.length === record.length
      add(partOf(part, at === 0 ? (isLast ? 1 : 2) : isLast ? 4 : 3))
      at += part.length
      if (record.length === 0) break
    }
  }
  return Buffer.concat(pieces)
}

/** A part of a record; it has the kind 1 if it is the whole record, and 2, 3 or 4 at its beginning, within and at its end. */
export function partOf(content: Uint8Array, kind: 1 | 2 | 3 | 4): Buffer {
  const head = Buffer.alloc(HEAD)
  head.writeUInt16LE(content.length, 4)
  head.writeUInt8(kind, 6)
  head.writeUInt32LE(crc32(Buffer.concat([head.subarray(6), content])))
  return Buffer.concat([head, content])
}
