import { ownTurn } from '@podium/engines/own-turn.ts'
import type { Head } from '../head.ts'

/** Reads the first bytes of a stream, and closes it. */
export async function headOf(stream: AsyncIterable<unknown>, most: number): Promise<Head> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    // leaving the loop closes the stream
    if (size > most) break
  }
  const head = { bytes: Buffer.concat(chunks).subarray(0, most), more: size > most }
  // Parsing the head blocks the event loop, so concurrent previews take turns.
  await ownTurn()
  return head
}

/** Yields a stream's chunks until they have more bytes than this, and closes it. */
export async function* firstBytes(stream: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of stream) {
    yield chunk
    size += chunk.length
    if (size > most) return
  }
}
