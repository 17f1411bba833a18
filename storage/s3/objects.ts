import { PassThrough, pipeline, Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3'
import {
  type ByteRange,
  ObjectUnreadable,
  type OpenedObject,
  ReadBrokenOff,
  StoreAway,
  type StoredObject,
} from '../object-store.ts'
import type { Place } from './places.ts'
import { orMissing, S3Refusal } from './refusals.ts'
import { ANSWER_MS, type Service } from './service.ts'

/** Limits concurrent deletions. Not every service deletes many objects in one call. */
const AT_ONCE = 16

/** How often a body that is read is checked, and how long it may bring nothing. */
const LOOK_MS = 500
const SILENCE_MS = ANSWER_MS - LOOK_MS
const AHEAD_BYTES = 512 * 1024

interface Described {
  ContentLength?: number | undefined
  Size?: number | undefined
  ETag?: string | undefined
  LastModified?: Date | undefined
}

/** Converts an object as the service describes it in an answer or a list. Only lists give fractions of seconds. */
function described(path: string, { ContentLength, Size, ETag = '', LastModified }: Described): StoredObject {
  const seconds = Math.floor((LastModified?.getTime() ?? 0) / 1000)
  return {
    path,
    size: Size ?? ContentLength ?? 0,
    etag: ETag.replaceAll('"', ''),
    modified_at: new Date(seconds * 1000).toISOString(),
  }
}

/** True if a part was sent again after the end of its upload (Swift), or the object is in the service's archive. */
function isRefusalOfObject(error: unknown): error is S3Refusal {
  return error instanceof S3Refusal && (error.status === 409 || error.code === 'InvalidObjectState')
}

function unreadable({ status, code }: S3Refusal): ObjectUnreadable {
  return new ObjectUnreadable(
    `The object store does not give this file (${status} ${code}): restore it there, or upload it again.`,
  )
}

export type Objects = ReturnType<typeof createObjects>

/** Reads and removes objects of the service by their keys. */
export function createObjects({ client, ask }: Service) {
  const head = (place: Place) =>
    orMissing(ask(({ signal }) => client.send(new HeadObjectCommand(place), signal)))

  async function stat(path: string, place: Place): Promise<StoredObject | null> {
    const found = await head(place)
    return found && described(path, found)
  }

  /** Returns null also if the service says that the range begins after the end. */
  async function get(place: Place, { from, to }: ByteRange) {
    const Range =
      from === 0 && to === undefined ? undefined : `bytes=${from}-${to === undefined ? '' : to - 1}`
    const getting = ask(({ signal }) =>
      client.send(new GetObjectCommand({ ...place, ...(Range && { Range }) }), signal),
    )
    return orMissing(getting).catch((error) => {
      if (error instanceof S3Refusal && error.status === 416) return null
      throw isRefusalOfObject(error) ? unreadable(error) : error
    })
  }

  async function open(path: string, place: Place, range: ByteRange): Promise<OpenedObject | null> {
    const isEmpty = range.to !== undefined && range.to <= range.from
    const found = isEmpty ? null : await get(place, range)
    if (found?.Body instanceof Readable) {
      endWhenSilent(found.Body)
      const [, whole] = /\/(\d+)$/.exec(found.ContentRange ?? '') ?? []
      const object = described(path, whole === undefined ? found : { ...found, ContentLength: Number(whole) })
      return { ...object, stream: readAhead(found.Body) }
    }
    const object = await stat(path, place)
    return object && { ...object, stream: Readable.from([]) }
  }

  /** Lists every key with the prefix, in the order of its UTF-8 bytes. Yields nothing if there is no such bucket. */
  async function* list({ Bucket, Key }: Place): AsyncGenerator<{ key: string; object: Described }> {
    let token: string | undefined
    do {
      const command = {
        Bucket,
        Prefix: Key,
        EncodingType: 'url' as const,
        ...(token !== undefined && { ContinuationToken: token }),
      }
      const page = await orMissing(
        ask(({ signal }) => client.send(new ListObjectsV2Command(command), signal)),
      )
      for (const object of page?.Contents ?? []) yield { key: nameIn(page, object.Key), object }
      token = page?.NextContinuationToken
    } while (token !== undefined)
  }

  async function isAnyBelow({ Bucket, Key }: Place): Promise<boolean> {
    const command = new ListObjectsV2Command({ Bucket, Prefix: `${Key}/`, MaxKeys: 1 })
    const page = await orMissing(ask(({ signal }) => client.send(command, signal)))
    return (page?.Contents ?? []).length > 0
  }

  async function remove(place: Place): Promise<void> {
    await orMissing(ask(({ signal }) => client.send(new DeleteObjectCommand(place), signal)))
  }

  /** Returns how many objects were removed. */
  async function removeAll(start: Place): Promise<number> {
    const underWay = new Set<Promise<void>>()
    let removed = 0
    for await (const { key } of list(start)) {
      const place = { Bucket: start.Bucket, Key: key }
      // A failed removal stays in the set, so its error is thrown later.
      const removing: Promise<void> = remove(place).then(() => void underWay.delete(removing))
      removing.catch(() => undefined)
      underWay.add(removing)
      removed += 1
      if (underWay.size === AT_ONCE) await Promise.race(underWay)
    }
    await Promise.all(underWay)
    return removed
  }

  return { head, stat, open, list, isAnyBelow, remove, removeAll, described }
}

/** Decodes a name in a list. Services that do not encode names, although asked to, omit EncodingType. */
export function nameIn(page: { EncodingType?: string | undefined } | null, name = ''): string {
  return page?.EncodingType === 'url' ? decodeURIComponent(name.replaceAll('+', ' ')) : name
}

/** Buffers a body, so that the service sends while the reader is busy. Throws ReadBrokenOff if the body breaks off. */
function readAhead(body: Readable): Readable {
  const ahead = new PassThrough({ highWaterMark: AHEAD_BYTES })
  body.once('error', (error) =>
    ahead.destroy(
      error instanceof StoreAway
        ? error
        : new ReadBrokenOff('The object store broke off in the middle of an object.'),
    ),
  )
  // Each stream ends with the other.
  pipeline(body, ahead, () => undefined)
  return ahead
}

/** Ends a silent body. Checks only while the reader has consumed all data, because the reader may take its time. */
function endWhenSilent(body: Readable & { socket?: { bytesRead: number } }): void {
  let seen = { bytes: -1, at: 0 }
  const timer = setInterval(() => {
    const bytes = body.readableLength > 0 ? -1 : (body.socket?.bytesRead ?? 0)
    if (bytes < 0 || bytes !== seen.bytes) seen = { bytes, at: performance.now() }
    else if (performance.now() - seen.at >= SILENCE_MS)
      body.destroy(new StoreAway('The object store stopped in the middle of an object.'))
  }, LOOK_MS)
  body.once('close', () => clearInterval(timer))
}
