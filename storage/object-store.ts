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

/** The object exists already and `replace` was not asked for. */
export class ObjectExists extends Error {}
/** The name of a bucket or path is none this store accepts; the message says what is wrong with it. */
export class BadObjectName extends Error {}
/** The stream carried more bytes than `limit`. Nothing was stored. */
export class ObjectTooLarge extends Error {}

/**
 * Keeps objects in buckets. A put is whole or not there at all, also after a crash; what `put` resolved is on
 * the disk (or in the service) for good. Every path is checked: no '..', no absolute path, no NUL, no link is
 * followed out of the bucket.
 */
export interface ObjectStore {
  /** Makes the bucket if it is missing. @throws BadObjectName */
  makeBucket(bucket: string): Promise<void>
  bucketExists(bucket: string): Promise<boolean>
  /** Removes the bucket and all in it. No error when there is none. */
  removeBucket(bucket: string): Promise<void>
  /** @throws ObjectExists, BadObjectName, ObjectTooLarge */
  put(
    bucket: string,
    path: string,
    body: Readable,
    options?: { replace?: boolean; limit?: number },
  ): Promise<StoredObject>
  /** null when there is no such object */
  stat(bucket: string, path: string): Promise<StoredObject | null>
  /** null when there is no such object. A range past the end gives an empty stream. */
  open(bucket: string, path: string, range?: ByteRange): Promise<OpenedObject | null>
  /** In order of path, from a bucket that may hold any number of objects. */
  list(bucket: string, prefix: string): AsyncIterable<StoredObject>
  /** Whether there was one. */
  remove(bucket: string, path: string): Promise<boolean>
  /** Removes every object below the prefix (which must not be empty) and answers how many. */
  removeAll(bucket: string, prefix: string): Promise<number>
}
