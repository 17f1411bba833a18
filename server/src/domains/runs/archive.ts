import { pipeline as pipe, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'

/** One file of an archive; opened only when its turn comes. */
export interface Member {
  name: string
  size: number
  /** ISO-8601 UTC */
  modified_at: string
  open(): Promise<Readable>
}

/** The members as a tar.gz, streamed: nothing is held but what is on its way. An error ends the stream with it. */
export function packed(members: readonly Member[]): Readable {
  const tar = pack()
  const gzip = createGzip({ level: 4 })
  // whoever reads the archive hears of an error; the two streams end each other
  pipe(tar, gzip, () => undefined)
  addAll(tar, members).catch((error: Error) => gzip.destroy(error))
  return gzip
}

async function addAll(tar: ReturnType<typeof pack>, members: readonly Member[]): Promise<void> {
  for (const { name, size, modified_at, open } of members) {
    // opened first: an entry that nothing is written to would throw its error where nobody hears it
    const body = size === 0 ? Readable.from([]) : await open()
    await pipeline(body, tar.entry({ name, size, mode: 0o644, mtime: new Date(modified_at) }))
  }
  tar.finalize()
}
