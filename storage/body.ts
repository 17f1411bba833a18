import type { Readable } from 'node:stream'
import { ObjectTooLarge } from './object-store.ts'

/**
 * Yields at most `limit` bytes of a body. A body that was not read to its end is left open, because destroying a
 * request closes the connection that the answer needs.
 * @throws ObjectTooLarge
 */
export async function* limitedBytes(body: Readable, limit = Number.POSITIVE_INFINITY): AsyncIterable<Buffer> {
  let size = 0
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    const bytes = bufferOf(chunk)
    size += bytes.length
    if (size > limit) throw new ObjectTooLarge(`The file is larger than the allowed ${limit} bytes.`)
    yield bytes
  }
}

function bufferOf(chunk: unknown): Buffer {
  if (Buffer.isBuffer(chunk)) return chunk
  if (typeof chunk === 'string') return Buffer.from(chunk)
  if (chunk instanceof Uint8Array) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  throw new TypeError('The body of an object must be a stream of bytes.')
}
