import type { Readable } from 'node:stream'

export interface StoredObject {
  /** below the bucket, separated by '/', never beginning with one */
  path: string
  /** bytes */
  size: number
  /** changes whenever the content does */
  etag: string
  /** ISO-8601 UTC */
  modified_at: string
}

export interface OpenedObject extends StoredObject {
  stream: Readable
}

/** Bytes `from` up to but not including `to` (default: the end). */
export interface ByteRange {
  from: number
  to?: number
}

export interface PutOptions {
  replace?: boolean
  limit?: number
  /** Nothing else is put at, above or below the path: checks nothing, and `put` resolves with the server's time. */
  alone?: boolean
  /**
   * Called when the whole body has arrived, with the object that will be stored. The object gets its name when this
   * calls `commit`, and `modified_at` is then the time that the store recorded. If it throws, nothing is stored.
   */
  within?: (object: StoredObject, commit: () => Promise<void>) => Promise<void>
}

export interface LinkOptions extends Omit<PutOptions, 'replace'> {
  /** the uid that must own the file, unless the file is the object already; null: the server's own */
  owner: number | null
}

/** Places an object immediately, because nothing else depends on it. */
export const atOnce: NonNullable<PutOptions['within']> = (_stored, commit) => commit()

/** The object exists already and `replace` was not asked for. */
export class ObjectExists extends Error {}
/** The store does not accept the name of a bucket or path; the message says why. */
export class BadObjectName extends Error {}
/** The stream carried more bytes than `limit`. Nothing was stored. */
export class ObjectTooLarge extends Error {}
/** Parts of an upload are missing or have another size, or the upload has ended. This call stored nothing. */
export class UploadIncomplete extends Error {}
/** The store cannot be reached or does not answer. This is temporary, so the caller may try again. */
export class StoreAway extends Error {}
/** The store answers that it cannot do this now, perhaps only for this object. */
export class StoreFails extends StoreAway {}
/** The store refuses this until an administrator changes something there. The message is for every user of Podium. */
export class StoreRefuses extends Error {}
/** The store broke off while an object was read, because it went away or cannot read this object. */
export class ReadBrokenOff extends StoreAway {}
/** The store has the object and will not return it, now or later. The message says why and what helps. */
export class ObjectUnreadable extends Error {}

/** An upload whose parts the client sends to the store itself. It belongs to one path, and grants no access. */
export interface DirectUpload {
  /** the store's own id of the upload */
  id: string
  /** tells uploads to the same path apart */
  mark: string
  /** size of the whole object, as announced at the beginning */
  bytes: number
}

/**
 * Addresses at which browsers and pods reach the store themselves. Each is signed and works for everybody who has it
 * until it expires, so it is short-lived and never logged. Paths and buckets are checked as in every call of the store.
 */
export interface DirectTransfers {
  /** the sources of the addresses for a Content-Security-Policy: hosts, or a path that all of them begin with */
  readonly origins: readonly string[]
  /** size in bytes of every part of an upload but the last, which holds the rest */
  readonly partBytes: number
  /** True if the store lets pages of that origin send to the bucket (CORS). @throws StoreAway */
  takesFrom(bucket: string, pageOrigin: string): Promise<boolean>
  /**
   * Returns the address of a GET, also by range. The request must begin within so many seconds and may then take any
   * time. The headers are those of the answer; a store can set only `content-type` and `content-disposition`.
   * @throws BadObjectName
   */
  download(bucket: string, path: string, options: { seconds: number; headers?: Headers }): Promise<string>
  /**
   * Returns the address of one PUT of exactly so many bytes, which its `content-length` must state. The object exists
   * once the PUT succeeds and replaces one with its name. Use it only for paths that no one else writes to, with
   * nothing below them.
   * @throws BadObjectName, ObjectTooLarge if the store takes no object of that size in one call
   */
  upload(bucket: string, path: string, options: { seconds: number; bytes: number }): Promise<string>
  /**
   * Begins an upload in parts. The sweep of the store ends abandoned uploads.
   * @throws ObjectExists, BadObjectName, ObjectTooLarge, StoreAway
   */
  begin(bucket: string, path: string, options: { bytes: number; replace?: boolean }): Promise<DirectUpload>
  /**
   * Returns the address of the PUT of part `number`, counted from 1, of exactly the size of that part. A part that is
   * sent again replaces the earlier one. Returns null if the upload has no such part or has ended.
   * @throws StoreAway
   */
  part(
    bucket: string,
    path: string,
    upload: DirectUpload,
    at: { number: number; seconds: number },
  ): Promise<string | null>
  /**
   * Places the uploaded parts as `put` does, with the same options and errors. The size is the one that the store
   * reports. A repeated call returns the object as long as it is the result of this upload.
   * @throws UploadIncomplete, ObjectExists, BadObjectName, ObjectTooLarge, StoreAway
   */
  end(bucket: string, path: string, upload: DirectUpload, options?: PutOptions): Promise<StoredObject>
  /** Discards the uploaded parts. Does nothing if the upload has ended. */
  abort(bucket: string, path: string, upload: DirectUpload): Promise<void>
}

type Headers = Readonly<Record<string, string>>

/**
 * Keeps objects in buckets. A put is stored whole or not at all, also after a crash; once `put` resolves, the object is
 * on the disk (or in the service) for good. Every path is checked: no '..', no absolute path, no NUL, and no link leads
 * out of the bucket. Every call throws BadObjectName for a name that no store accepts, StoreAway while the store does
 * not answer, and StoreRefuses while it refuses the request.
 */
export interface ObjectStore {
  /** null if every byte passes through this process */
  readonly direct: DirectTransfers | null
  /** Creates the bucket if it is missing. Returns true if it did. @throws BadObjectName */
  makeBucket(bucket: string): Promise<boolean>
  bucketExists(bucket: string): Promise<boolean>
  /** Removes the bucket and everything in it. Leaves something else with its name alone. */
  removeBucket(bucket: string): Promise<void>
  /**
   * Stores the body. Without `replace`, exactly one of several concurrent puts to a path wins. When it throws, nothing
   * is stored and the body stays open as far as it was read, so the caller drains or destroys it. A path is either an
   * object or a folder of objects, never both, and the bucket must exist.
   * @throws ObjectExists, BadObjectName, ObjectTooLarge, and any error of the body
   */
  put(bucket: string, path: string, body: Readable, options?: PutOptions): Promise<StoredObject>
  /**
   * Stores a file of this machine without copying it. The object and the file are then one, so no program may write to
   * the file any more. It replaces an object at its path and may be repeated. Returns null if the file must be put
   * instead, because objects are not files, or it lies on another disk, has another owner or other names.
   * @throws BadObjectName, ObjectTooLarge
   */
  linkFile(bucket: string, path: string, file: string, options: LinkOptions): Promise<StoredObject | null>
  /** Returns null if there is no such object. */
  stat(bucket: string, path: string): Promise<StoredObject | null>
  /** Returns null if there is no object. A range past the end is empty. Read the stream to its end or destroy it. */
  open(bucket: string, path: string, range?: ByteRange): Promise<OpenedObject | null>
  /**
   * Lists every object whose path begins with the prefix ('' for all), in the order of the paths' UTF-8 bytes. The
   * bucket may hold any number of objects. Yields nothing if there is no such bucket.
   */
  list(bucket: string, prefix: string): AsyncIterable<StoredObject>
  /** Returns true if the object existed. */
  remove(bucket: string, path: string): Promise<boolean>
  /** Removes every object below the prefix, which must not be empty. Returns how many. */
  removeAll(bucket: string, prefix: string): Promise<number>
  /**
   * Removes remains of puts whose server ended, and uploads that were begun and never ended. Call it now and then. It
   * leaves running uploads alone, and buckets of others in the same service.
   */
  sweep(buckets: readonly string[]): Promise<void>
  /**
   * Returns the bucket of the service that keeps objects that Podium removes, by versions or by object lock. Returns
   * null if none does, or if the service does not say.
   */
  keepsRemoved(bucket: string): Promise<{ bucket: string; by: 'versions' | 'lock' } | null>
  /**
   * Asks if the store returns files, and if it accepts them again after it refused the last one.
   * @throws StoreAway, StoreRefuses
   */
  check(): Promise<void>
}
