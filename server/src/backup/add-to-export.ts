import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Client } from '@podium/database/one-connection.ts'
import { linesOf } from '@podium/database/table-lines.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import type { Pack } from 'tar-stream'
import { hashing, OBJECT_LIST, type ObjectsSummary, objectLine } from './manifest.ts'

/** @param folder for the file of the table before it is added */
export async function addTable(archive: Pack, client: Client, name: string, folder: string) {
  let rows = 0
  async function* texts() {
    for await (const lines of linesOf(client, name)) {
      rows += lines.length
      yield lines.map((line) => `${line}\n`).join('')
    }
  }
  const sha256 = await addSpooled(archive, `tables/${name}.jsonl`, texts(), folder)
  return { name, rows, sha256 }
}

/** Adds the objects, then the list of them. */
export async function addObjects(
  archive: Pack,
  objects: ObjectStore,
  all: AsyncIterable<{ bucket: string; path: string }>,
  folder: string,
): Promise<ObjectsSummary> {
  const summary = { count: 0, bytes: 0 }
  async function* lines() {
    for await (const { bucket, path } of all) {
      const added = await addObject(archive, objects, bucket, path)
      if (added === null) continue
      summary.count += 1
      summary.bytes += added.size
      yield objectLine({ bucket, path, ...added })
    }
  }
  const sha256 = await addSpooled(archive, OBJECT_LIST, lines(), folder)
  return { ...summary, sha256 }
}

/** null if it was removed since it was listed */
async function addObject(archive: Pack, objects: ObjectStore, bucket: string, path: string) {
  const opened = await objects.open(bucket, path)
  if (opened === null) return null
  const { size, modified_at, stream } = opened
  const hash = createHash('sha256')
  const name = `objects/${bucket}/${path}`
  try {
    const entry = archive.entry({ name, size, mode: 0o600, mtime: new Date(modified_at) })
    await pipeline(stream, (chunks: AsyncIterable<Buffer>) => hashing(chunks, hash), entry)
  } finally {
    // A broken archive accepts no entry.
    stream.destroy()
  }
  return { size, sha256: hash.digest('hex') }
}

/**
 * An archive states a file's size before its content, so the texts are written to the folder first.
 * @returns the hash of the file
 */
async function addSpooled(archive: Pack, name: string, texts: AsyncIterable<string>, folder: string) {
  const spool = join(folder, 'spool')
  const hash = createHash('sha256')
  await pipeline(hashing(texts, hash), createWriteStream(spool, { mode: 0o600 }))
  const { size, mtime } = await stat(spool)
  await pipeline(createReadStream(spool), archive.entry({ name, size, mode: 0o600, mtime }))
  return hash.digest('hex')
}

export async function addText(archive: Pack, name: string, text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    archive.entry({ name, mode: 0o600 }, text, (error) => (error ? reject(error) : resolve()))
  })
}
