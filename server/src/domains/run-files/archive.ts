import { pipeline as pipe, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'

const ZEROS = Buffer.alloc(64 * 1024)

/** A file of an archive; it is opened only when its turn comes. */
export interface Member {
  name: string
  size: number
  /** ISO-8601 UTC */
  modified_at: string
  /** the file may still be written to, so it is cut or filled with zero bytes to `size`, as tar does */
  mayChange?: boolean
  /** returns null if the file is gone: then it is left out */
  open(): Promise<Readable | null>
}

/**
 * Streams the members as a tar.gz, and keeps only what is in transit in memory. An error ends the stream with it, and
 * so does a member whose size differs from the declared one.
 */
export function packed(members: readonly Member[]): Readable {
  const tar = pack()
  const gzip = createGzip({ level: 4 })
  // the reader of the archive gets the error; the two streams destroy each other
  pipe(tar, gzip, () => undefined)
  addAll(tar, members).catch((error: Error) => gzip.destroy(error))
  return gzip
}

async function addAll(tar: ReturnType<typeof pack>, members: readonly Member[]): Promise<void> {
  for (const { name, size, modified_at, mayChange, open } of members) {
    // opened first, because an entry that is never written to would throw an uncaught error
    const body = size === 0 ? Readable.from([]) : await open()
    if (body === null) continue
    try {
      const entry = tar.entry({ name, size, mode: 0o644, mtime: new Date(modified_at) })
      if (mayChange) await pipeline(body, (bytes) => exactly(size, bytes), entry)
      else await pipeline(body, entry)
    } finally {
      // An archive whose reader has left does not consume the entry.
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
