import { gzipSync } from 'node:zlib'
import { type Header, pack } from 'tar-stream'

export interface ArchiveEntry {
  name: string
  content?: string | Buffer
  type?: Header['type']
  linkname?: string
  mode?: number
}

/** Returns a tar.gz of the entries, also of hostile ones. */
export async function archiveOf(entries: ArchiveEntry[]): Promise<Buffer> {
  const tar = pack()
  for (const { name, content = '', type = 'file', linkname, mode = 0o644 } of entries) {
    tar.entry({ name, type, mode, ...(linkname === undefined ? {} : { linkname }) }, Buffer.from(content))
  }
  tar.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of tar) chunks.push(Buffer.from(chunk as Buffer))
  return gzipSync(Buffer.concat(chunks))
}
