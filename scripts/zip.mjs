// Writes a zip file of uncompressed files without their times, so that the same files give the same bytes.
import { crc32 } from 'node:zlib'

/** The first date of the zip format: 1980-01-01. */
const DAY = 0x21
const VERSION = 20

/** @param {{ name: string, content: Buffer }[]} files @returns {Buffer} */
export function zipOf(files) {
  const parts = []
  const directory = []
  let offset = 0
  for (const file of files) {
    const head = Buffer.concat([number(0x04034b50, 4), shared(file), number(0, 2), Buffer.from(file.name)])
    // Made on Unix, so that file permissions apply: readable by all, writable by the owner.
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

/** The fields that a file's header and its directory entry share. */
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

/** Encodes a number for zip files, least significant byte first. */
function number(value, bytes) {
  const buffer = Buffer.alloc(bytes)
  if (bytes <= 4) buffer.writeUIntLE(value, 0, bytes)
  return buffer
}
