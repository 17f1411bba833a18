import { gzipSync } from 'node:zlib'
import { type TestEntry, tarOf } from './archive.ts'

const BLOCK = 512
const SIZE = { at: 124, length: 12 }
const CHECKSUM = { at: 148, length: 8 }
const TYPE_AT = 156

/** An archive whose last entry has headers that no honest packer would write. */
export async function packedClaiming(
  claimed: { type?: string; size?: number },
  ...entries: TestEntry[]
): Promise<Buffer> {
  const tar = await tarOf(entries)
  const [, text = ''] = entries.at(-1) ?? []
  const content = Math.ceil(Buffer.byteLength(text) / BLOCK) * BLOCK
  const end = tar.length - 2 * BLOCK - content
  const header = tar.subarray(end - BLOCK, end)
  if (claimed.type !== undefined) header.write(claimed.type, TYPE_AT, 'latin1')
  if (claimed.size !== undefined)
    header.write(`${claimed.size.toString(8).padStart(SIZE.length - 1, '0')}\0`, SIZE.at, 'latin1')
  header.fill(' ', CHECKSUM.at, CHECKSUM.at + CHECKSUM.length)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, CHECKSUM.at, 'latin1')
  return gzipSync(tar)
}
