import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Client } from '@podium/database/one-connection.ts'
import { linesOf } from '@podium/database/table-lines.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import type { Pack } from 'tar-stream'
import { OBJECT_LIST, type ObjectsSummary, type TableSummary } from './manifest.ts'
import { objectLine } from './object-line.ts'
import { passingBy } from './passing-by.ts'

/** An archive names a file's size before its content, so each table is written aside first. */
export async function addTable(
  archive: Pack,
  client: Client,
  name: string,
  aside: string,
): Promise<TableSummary> {
  const hash = createHash('sha256')
  let rows = 0
  const spool = join(aside, 'spool')
  async function* texts() {
    for await (const lines of linesOf(client, name)) {
      const text = lines.map((line) => `${line}\n`).join('')
      rows += lines.length
      hash.update(text)
      yield text
    }
  }
  await pipeline(texts(), createWriteStream(spool, { mode: 0o600 }))
  await addFile(archive, `tables/${name}.jsonl`, spool)
  return { name, rows, sha256: hash.digest('hex') }
}

export interface BucketObject {
  bucket: string
  path: string
}

export async function addObjects(
  archive: Pack,
  objects: ObjectStore,
  buckets: Iterable<AsyncIterable<BucketObject>>,
  aside: string,
): Promise<ObjectsSummary> {
  const spool = join(aside, 'objects')
  const summary = { count: 0, bytes: 0 }
  const all = createHash('sha256')
  async function* lines() {
    for (const found of buckets)
      for await (const { bucket, path } of found) {
        const added = await addObject(archive, objects, bucket, path)
        if (added === null) continue
        summary.count += 1
        summary.bytes += added.size
        const line = objectLine({ bucket, path, ...added })
        all.update(line)
        yield line
      }
  }
  await pipeline(lines(), createWriteStream(spool, { mode: 0o600 }))
  await addFile(archive, OBJECT_LIST, spool)
  return { ...summary, sha256: all.digest('hex') }
}

/** null: it was removed since it was listed */
async function addObject(archive: Pack, objects: ObjectStore, bucket: string, path: string) {
  const opened = await objects.open(bucket, path)
  if (opened === null) return null
  const { size, modified_at, stream } = opened
  const hash = createHash('sha256')
  const entry = archive.entry({
    name: `objects/${bucket}/${path}`,
    size,
    mode: 0o600,
    mtime: new Date(modified_at),
  })
  await pipeline(stream, passingBy(hash), entry)
  return { size, sha256: hash.digest('hex') }
}

async function addFile(archive: Pack, name: string, path: string): Promise<void> {
  const { size, mtime } = await stat(path)
  await pipeline(createReadStream(path), archive.entry({ name, size, mode: 0o600, mtime }))
}

export async function addText(archive: Pack, name: string, text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    archive.entry({ name, mode: 0o600 }, text, (error) => (error ? reject(error) : resolve()))
  })
}
