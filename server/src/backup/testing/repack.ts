import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, type Header, pack } from 'tar-stream'

export interface Packed {
  header: Partial<Header> & { name: string }
  content: Buffer
}

/** The entries of an export with their content. */
export async function entriesOf(file: string): Promise<Packed[]> {
  const tar = createReadStream(file).pipe(createGunzip()).pipe(extract())
  const entries: Packed[] = []
  for await (const entry of tar) {
    const chunks = await Readable.from(entry).toArray()
    entries.push({ header: { name: entry.header.name }, content: Buffer.concat(chunks as Buffer[]) })
  }
  return entries
}

/** Writes entries as an attacker would. */
export async function packEntries(file: string, entries: Packed[]): Promise<void> {
  const archive = pack()
  for (const { header, content } of entries) archive.entry(header as Header, content)
  archive.finalize()
  await pipeline(archive, createGzip(), createWriteStream(file))
}
