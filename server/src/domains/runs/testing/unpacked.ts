import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'

/** The files of a tar.gz by name. */
export async function unpacked(archive: Buffer): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  const tar = extract()
  Readable.from([archive]).pipe(createGunzip()).pipe(tar)
  for await (const entry of tar) files[entry.header.name] = await text(entry as unknown as Readable)
  return files
}
