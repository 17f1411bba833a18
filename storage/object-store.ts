import type { Readable } from 'node:stream'

export interface StoredObject {
  /** below the bucket, with '/', never beginning with one */
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
  /**
   * No other call ever puts anything at the path, above it or below it: nothing is looked at before, and what `put` resolves has
   * the time of this server.
   */
  alone?: boolean
  /**
   * Called when the whole body has come, with what will be stored; the object gets its name when this calls `commit`,
   * and `modified_at` is then as the store noted it. When it throws, nothing is stored.
   */
  within?: (stored: StoredObject, commit: () => Promise<void>) => Promise<void>
}

export interface LinkOptions extends Omit<PutOptions, 'replace'> {
  /** the uid that must own the file, unless it is the object already; null: the server's own */
  owner: number | null
}

/** How an object is placed where nothing else depends on it. */
export const atOnce: NonNullable<PutOptions['within']> = (_stored, commit) => commit()

/** The object exists already and `replace` was not asked for. */
export class ObjectExists extends Error {}
/** The name of a bucket or path is none this store accepts; the message says what is wrong with it. */
export class BadObjectName extends Error {}
/** The stream carried more bytes than `limit`. Nothing was stored. */
export class ObjectTooLarge extends Error {}
/** Parts of an upload are missing or of another size, or it has ended before. Nothing was stored by this call. */
export class UploadIncomplete extends Error {}
/** The store cannot be reached or does not answer: it passes, and the caller may try again. */
export class StoreAway extends Error {}
/** The store answers that it cannot do this now, perhaps with this object alone. */
export class StoreFails extends StoreAway {}
/** The store refuses this until an administrator changes something there: the message is for everyone who uses Podium. */
export class StoreRefuses extends Error {}
/** The store broke off what was read: it went away, or this object cannot be read. */
export class ReadBrokenOff extends StoreAway {}
/** The store has the object and does not give it, also not later: the message says why and what helps. */
export class ObjectUnreadable extends Error {}

/** An upload whose parts its client sends to the store itself. It belongs to one path, and opens nothing by itself. */
export interface DirectUpload {
  /** the store's own name of it */
  id: string
  /** which of many uploads of its path the object is */
  mark: string
  /** of the whole, as announced when it was begun */
  bytes: number
}

/**
 * Addresses at which browsers and pods reach the store themselves. Each is signed: it opens what it is for to everybody
 * who has it, as long as it lives, so it is short-lived and stands in no log. Paths and buckets are checked as in every
 * call of the store.
 */
export interface DirectTransfers {
  /** where the addresses lead, as a Content-Security-Policy names them: hosts, or a path that all of them begin with */
  readonly origins: readonly string[]
  /** bytes of each part of an upload but the last one, which holds what remains */
  readonly partBytes: number
  /** Whether the store lets pages of that origin send to the bucket (CORS). @throws StoreAway */
  takesFrom(bucket: string, pageOrigin: string): Promise<boolean>
  /**
   * The address of a GET, also by range. It may be begun for so many seconds, and then takes as long as it needs. The
   * headers are those of the answer; `content-type` and `content-disposition` are all that a store can set.
   * @throws BadObjectName
   */
  download(bucket: string, path: string, options: { seconds: number; headers?: Headers }): Promise<string>
  /**
   * The address of one PUT of exactly so many bytes, whose `content-length` says so. The object is there when it has
   * come, and replaces one of its name: for paths that no one else writes to, below which nothing lies.
   * @throws BadObjectName, ObjectTooLarge where a store takes no object of that size at once
   */
  upload(bucket: string, path: string, options: { seconds: number; bytes: number }): Promise<string>
  /**
   * Begins an upload in parts. The sweep of the store ends those that stay.
   * @throws ObjectExists, BadObjectName, ObjectTooLarge, StoreAway
   */
  begin(bucket: string, path: string, options: { bytes: number; replace?: boolean }): Promise<DirectUpload>
  /**
   * The address of the PUT of part `number`, the first of which is 1, of exactly the bytes that it has; a part that is
   * sent again takes the place of what was sent before. null where the upload has no part of that number, or has ended.
   * @throws StoreAway
   */
  part(
    bucket: string,
    path: string,
    upload: DirectUpload,
    at: { number: number; seconds: number },
  ): Promise<string | null>
  /**
   * Places what was sent as `put` does, with the same options and errors. Its size is what the store says of the parts.
   * Called again while the object is still what became of the upload it answers that object.
   * @throws UploadIncomplete, ObjectExists, BadObjectName, ObjectTooLarge, StoreAway
   */
  end(bucket: string, path: string, upload: DirectUpload, options?: PutOptions): Promise<StoredObject>
  /** Forgets what was sent. No error where the upload has ended. */
  abort(bucket: string, path: string, upload: DirectUpload): Promise<void>
}

type Headers = Readonly<Record<string, string>>

/**
 * Keeps objects in buckets. A put is whole or not there at all, also after a crash; what `put` resolved is on
 * the disk (or in the service) for good. Every path is checked: no '..', no absolute path, no NUL, no link is
 * followed out of the bucket; every call throws BadObjectName for a name that no store accepts, StoreAway while
 * the store does not answer, and StoreRefuses while it refuses what it is asked for.
 */
export interface ObjectStore {
  /** null where every byte goes through this process */
  readonly direct: DirectTransfers | null
  /** Makes the bucket if it is missing, and answers whether it was. @throws BadObjectName */
  makeBucket(bucket: string): Promise<boolean>
  bucketExists(bucket: string): Promise<boolean>
  /** Removes the bucket and all in it. No error when there is none; what has its name and is no bucket stays. */
  removeBucket(bucket: string): Promise<void>
  /**
   * Without `replace` exactly one of many that race for a path wins. When it throws, nothing is stored and the body
   * is left open as far as it was read: the caller drains or destroys it. A path is either an object or a folder
   * of others, never both, and the bucket must exist.
   * @throws ObjectExists, BadObjectName, ObjectTooLarge, and whatever the body failed with
   */
  put(bucket: string, path: string, body: Readable, options?: PutOptions): Promise<StoredObject>
  /**
   * Stores a file of this machine without copying it: the object and the file are one from then on, so no
   * program may write to the file any more. It replaces an object of its path, and may be repeated. Returns null if the file has to be put:
   * objects are no files, it lies on another disk, has another owner or other names.
   * @throws BadObjectName, ObjectTooLarge
   */
  linkFile(bucket: string, path: string, file: string, options: LinkOptions): Promise<StoredObject | null>
  /** null when there is no such object */
  stat(bucket: string, path: string): Promise<StoredObject | null>
  /**
   * null when there is no such object. A range past the end gives an empty stream. The caller reads the stream to its end
   * or destroys it.
   */
  open(bucket: string, path: string, range?: ByteRange): Promise<OpenedObject | null>
  /**
   * Every object whose path begins with the prefix ('' for all), in the order of the paths' UTF-8 bytes, from a
   * bucket that may hold any number of objects. None when there is no such bucket.
   */
  list(bucket: string, prefix: string): AsyncIterable<StoredObject>
  /** Whether there was one. */
  remove(bucket: string, path: string): Promise<boolean>
  /** Removes every object below the prefix (which must not be empty) and answers how many. */
  removeAll(bucket: string, prefix: string): Promise<number>
  /**
   * Removes what puts into the buckets left that ended with their server, and uploads that were begun and never ended. To be
   * called now and then; those under way are left alone, and so are buckets that others have in the same service.
   */
  sweep(buckets: readonly string[]): Promise<void>
  /**
   * The bucket of the service that goes on keeping what is removed from a bucket of ours, by versions of its objects or by object
   * lock; null where none does, or where that is not told.
   */
  keepsRemoved(bucket: string): Promise<{ bucket: string; by: 'versions' | 'lock' } | null>
  /** Asks whether the store gives files, and takes them where it refused the last one. @throws StoreAway, StoreRefuses */
  check(): Promise<void>
}
