import { pipeline as pipe, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'

const ZEROS = Buffer.alloc(64 * 1024)

/** One file of an archive; opened only when its turn comes. */
export interface Member {
  name: string
  size: number
  /** ISO-8601 UTC */
  modified_at: string
  /** it may still be written to, so it is cut or filled with zero bytes to be `size` long, as tar does */
  mayChange?: boolean
  /** null when it is gone: then it is left out */
  open(): Promise<Readable | null>
}

/**
 * The members as a tar.gz, streamed: nothing is held but what is on its way. An error ends the stream with it, and so
 * does a member that has another size than it was said to have.
 */
export function packed(members: readonly Member[]): Readable {
  const tar = pack()
  const gzip = createGzip({ level: 4 })
  // the reader of the archive gets the error; the two streams end each other
  pipe(tar, gzip, () => undefined)
  addAll(tar, members).catch((error: Error) => gzip.destroy(error))
  return gzip
}

async function addAll(tar: ReturnType<typeof pack>, members: readonly Member[]): Promise<void> {
  for (const { name, size, modified_at, mayChange, open } of members) {
    // opened first: an entry that nothing is written to would throw an error that nothing catches
    const body = size === 0 ? Readable.from([]) : await open()
    if (body === null) continue
    try {
      const entry = tar.entry({ name, size, mode: 0o644, mtime: new Date(modified_at) })
      if (mayChange) await pipeline(body, (bytes) => exactly(size, bytes), entry)
      else await pipeline(body, entry)
    } finally {
      // An archive whose reader has left takes no entry.
      body.destroy()
    }
  }
  tar.finalize()
}

async function* exactly(size: number, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let missing = size
  for await (const chunk of bytes) {
    const part = chunk.subarray(0, missing)
    missing -= part.length
    yield part
    if (missing === 0) return
  }
  for (; missing > 0; missing -= Math.min(missing, ZEROS.length)) yield ZEROS.subarray(0, missing)
}
