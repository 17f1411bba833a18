import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sizeInWords } from '@podium/contract/rules/disk-space.ts'
import { fail, failAt } from '@podium/contract/rules/errors.ts'
import type { Database } from '@podium/database/connect.ts'
import { type ByteRange, OutputReplaced, type RunKey } from '@podium/engines/engine.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import {
  type AttemptPlace,
  type Chunk,
  changeFile,
  chunksWithin,
  countOutputs,
  type FileName,
  type FileRow,
  findFile,
  makeFile,
  sumOutputs,
} from './file-repository.ts'

/**
 * Smaller amounts wait in the database for following bytes. Otherwise a log of many small pieces would be as many
 * objects, and each piece would need a call to the store.
 */
const CHUNK = 32 * 1024

/** Far above the number of files that a run may leave at its end, because it may rename files while it goes on. */
const MAX_OUTPUTS = 50_000

export interface Addition {
  offset: number
  bytes: Buffer
  modified_at: string
  /** the file starts again, and its previous bytes are removed */
  anew: boolean
  /** limit of the bytes of all outputs of the attempt together; null if the caller enforces one */
  most: number | null
}

export interface AttemptFiles {
  /**
   * @returns the size of the file then, less than `offset` if earlier bytes are missing
   * @throws an error if the attempt is unknown
   */
  add(key: RunKey, name: FileName, addition: Addition): Promise<number>
  /** returns null if no bytes of the file have come */
  open(key: RunKey, name: FileName, range?: ByteRange): Promise<{ size: number; stream: Readable } | null>
}

/** Logs and outputs of attempts while they arrive; any server appends to them and reads them. */
export function createAttemptFiles({
  database,
  objects,
}: {
  database: Database
  objects: ObjectStore
}): AttemptFiles {
  /** @returns null if another server changed the file first */
  async function change(place: AttemptPlace, file: FileRow, addition: Addition): Promise<number | null> {
    const { offset, bytes, modified_at, anew, most } = addition
    const before = anew ? { size: 0, tail: Buffer.alloc(0) } : file
    const fresh = bytes.subarray(before.size - offset)
    if (fresh.length === 0 && !anew) return before.size
    const size = before.size + fresh.length
    const tail = Buffer.concat([before.tail, fresh])
    if (most !== null && tail.length >= CHUNK) await requireRoom(database, place, size - file.size, most)
    const chunk = tail.length < CHUNK ? null : await put(place, before.size - before.tail.length, tail)
    const rest = chunk ? Buffer.alloc(0) : tail
    const gone = await changeFile(database, file, { size, tail: rest, modified_at, chunk, anew })
    const unused = gone ?? (chunk ? [chunk.object] : [])
    for (const object of unused) await objects.remove(place.bucket, object)
    return gone === null ? null : size
  }

  async function put({ bucket, prefix }: AttemptPlace, begins: number, bytes: Buffer): Promise<Chunk> {
    const { path } = await objects.put(bucket, prefix + randomUUID(), Readable.from([bytes]))
    return { begins, size: bytes.length, object: path, etag: null }
  }

  async function make({ id }: AttemptPlace, name: FileName, modified_at: string): Promise<void> {
    if (name.kind === 'output' && (await countOutputs(database, id)) >= MAX_OUTPUTS)
      failAt(['query', 'path'], `The run has sent ${MAX_OUTPUTS} outputs, and no more are accepted.`)
    await makeFile(database, id, name, modified_at)
  }

  return {
    async add(key, name, addition) {
      for (;;) {
        const found = await findFile(database, key, name)
        if (!found) throw new Error('This attempt is not known.')
        const { place, file } = found
        if (addition.offset > (file?.size ?? 0)) return file?.size ?? 0
        const size = file && (await change(place, file, addition))
        if (size !== null) return size
        // Another server may have started the file again and continued it; only the pod knows which is newer.
        if (file && addition.anew) fail('RUN.SENDING')
        if (!file) await make(place, name, addition.modified_at)
      }
    },
    async open(key, name, { from, to } = { from: 0 }) {
      const found = await findFile(database, key, name)
      if (!found?.file) return null
      const { place, file } = found
      const end = Math.min(to ?? file.size, file.size)
      const storedBytes = file.size - file.tail.length
      const chunks =
        from < Math.min(end, storedBytes)
          ? await chunksWithin(database, file.id, from, Math.min(end, storedBytes))
          : []
      const tail = file.tail.subarray(Math.max(0, from - storedBytes), Math.max(0, end - storedBytes))
      return {
        size: file.size,
        stream: Readable.from(joined(objects, place.bucket, chunks, { from, to: end }, tail)),
      }
    },
  }
}

/** @throws OBJECT.LARGE if these bytes would bring all outputs above `most` bytes */
export async function requireRoom(
  database: Database,
  { id }: AttemptPlace,
  bytes: number,
  most: number,
): Promise<void> {
  if ((await sumOutputs(database, id)) + bytes > most) fail('OBJECT.LARGE', { limit: sizeInWords(most) })
}

async function* joined(
  objects: ObjectStore,
  bucket: string,
  chunks: Chunk[],
  { from, to }: Required<ByteRange>,
  tail: Buffer,
): AsyncGenerator<Buffer> {
  let at = from
  for (const { begins, size, object, etag } of chunks) {
    const range = { from: at - begins, to: Math.min(size, to - begins) }
    const opened = at < begins ? null : await objects.open(bucket, object, range)
    // The run rewrote the file while it was being read.
    if (!opened) throw Object.assign(new Error('The file was replaced in the meantime.'), { code: 'ENOENT' })
    if (etag !== null && opened.etag !== etag) {
      opened.stream.destroy()
      throw new OutputReplaced('The pod replaced a file that it had already sent.')
    }
    yield* opened.stream
    at = begins + range.to
  }
  if (tail.length > 0) yield tail
}
