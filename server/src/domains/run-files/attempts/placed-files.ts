import type { Database } from '@podium/database/connect.ts'
import type { RunKey } from '@podium/engines/engine.ts'
import type { AttemptRecord, OutputPiece } from '@podium/engines/kubernetes/attempt-store.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { type AttemptFiles, requireRoom } from './attempt-files.ts'
import { type AttemptPlace, changeFile, type FileName, type FileRow, findFile } from './file-repository.ts'

/** Validity of an address. A pod asks for one only when it is about to upload. */
const ADDRESS_SECONDS = 60
/**
 * Uploads that a pod does not report are not counted. So an attempt gets addresses for at most this many times the
 * allowed bytes of its outputs, which suffices for uploads that break off.
 */
const TRIES = 4

export interface PlacedFiles {
  place(key: RunKey, name: FileName, modified_at: string, piece: OutputPiece): Promise<string | null>
  addPlaced(key: RunKey, name: FileName, modified_at: string, piece: OutputPiece): Promise<number>
}

/** Pieces of outputs that pods upload to the store. Each becomes a chunk of its file once the store has all of it. */
export function createPlacedFiles({
  database,
  objects,
  files,
  promise,
}: {
  database: Database
  objects: ObjectStore
  files: AttemptFiles
  /** adds to the bytes for which the attempt has been given addresses */
  promise(key: RunKey, bytes: number): Promise<AttemptRecord>
}): PlacedFiles {
  /** Returns null unless the file ends exactly where the piece begins. */
  async function fileUpTo(key: RunKey, name: FileName, offset: number) {
    const found = await findFile(database, key, name)
    if (!found?.file || found.file.size !== offset || found.file.tail.length > 0) return null
    return { place: found.place, file: found.file }
  }

  return {
    async place(key, name, modified_at, { offset, bytes, most }) {
      if (objects.direct === null) return null
      if (offset === 0)
        await files.add(key, name, { offset, bytes: Buffer.alloc(0), modified_at, anew: true, most })
      const found = await fileUpTo(key, name, offset)
      if (!found) return null
      await requireRoom(database, found.place, bytes, most)
      const { promised_bytes } = await promise(key, bytes)
      if (promised_bytes > TRIES * most) return null
      const { bucket } = found.place
      return objects.direct.upload(bucket, objectOf(found, offset), { seconds: ADDRESS_SECONDS, bytes })
    },
    async addPlaced(key, name, modified_at, { offset, bytes, most }) {
      for (;;) {
        const found = await fileUpTo(key, name, offset)
        if (!found) return (await findFile(database, key, name))?.file?.size ?? 0
        const object = objectOf(found, offset)
        const placed = await objects.stat(found.place.bucket, object)
        if (placed?.size !== bytes) return offset
        await requireRoom(database, found.place, bytes, most)
        const size = offset + bytes
        const chunk = { begins: offset, size: bytes, object, etag: placed.etag }
        const change = { size, tail: Buffer.alloc(0), modified_at, chunk, anew: false }
        if ((await changeFile(database, found.file, change)) !== null) return size
      }
    },
  }
}

/** The path is the same for each try, so that one that broke off leaves no second object. */
function objectOf({ place, file }: { place: AttemptPlace; file: FileRow }, offset: number): string {
  return `${place.prefix}${file.id}-${offset}`
}
