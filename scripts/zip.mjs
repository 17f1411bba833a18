// Writes a zip file of stored files, without times of their own, so that the same files make the same bytes.
import { crc32 } from 'node:zlib'

/** The first day a zip file can name: 1980-01-01. */
const DAY = 0x21
const VERSION = 20

/** @param {{ name: string, content: Buffer }[]} files @returns {Buffer} */
export function zipOf(files) {
  const parts = []
  const directory = []
  let offset = 0
  for (const file of files) {
    const head = Buffer.concat([number(0x04034b50, 4), shared(file), number(0, 2), Buffer.from(file.name)])
    // made on Unix, so that the rights of the file count: everybody reads, its owner writes
    directory.push(
      number(0x02014b50, 4),
      number((3 << 8) | VERSION, 2),
      shared(file),
      number(0, 8),
      number((0o100644 << 16) >>> 0, 4),
      number(offset, 4),
      Buffer.from(file.name),
    )
    parts.push(head, file.content)
    offset += head.length + file.content.length
  }
  const listed = Buffer.concat(directory)
  const end = [
    number(0x06054b50, 4),
    number(0, 4),
    number(files.length, 2),
    number(files.length, 2),
    number(listed.length, 4),
    number(offset, 4),
    number(0, 2),
  ]
  return Buffer.concat([...parts, listed, ...end])
}

/** What stands before each file and in the directory alike. */
function shared({ name, content }) {
  return Buffer.concat([
    number(VERSION, 2),
    number(0x800, 2),
    number(0, 2),
    number(0, 2),
    number(DAY, 2),
    number(crc32(content), 4),
    number(content.length, 4),
    number(content.length, 4),
    number(Buffer.byteLength(name), 2),
  ])
}

/** A number as zip files hold it, the least byte first. */
function number(value, bytes) {
  const buffer = Buffer.alloc(bytes)
  if (bytes <= 4) buffer.writeUIntLE(value, 0, bytes)
  return buffer
}
