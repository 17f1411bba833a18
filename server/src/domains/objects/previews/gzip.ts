import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Head } from '../head.ts'
import { firstBytes, headOf } from './read-head.ts'

/** The bytes that are read of a gzip file. The parts of a hostile one may unpack to nothing, without an end. */
const MAX_PACKED = 16 * 1024 * 1024

/**
 * Unpacks the first bytes of a gzip file. `more` is also true if it is cut off or damaged after them. Returns null if
 * nothing of it can be unpacked.
 */
export async function unpackedHead(packed: Readable, most: number): Promise<Head | null> {
  const gunzip = createGunzip()
  let isCut = false
  async function* unpack() {
    try {
      yield* gunzip
    } catch (error) {
      if (!isOfZlib(error)) throw error
      isCut = true
    }
  }
  // An error is thrown where the stream is read.
  pipeline(
    packed,
    (stream) => firstBytes(stream, MAX_PACKED),
    gunzip,
    () => {},
  )
  const { bytes, more } = await headOf(unpack(), most)
  return isCut && bytes.length === 0 ? null : { bytes, more: more || isCut }
}

function isOfZlib(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}
