import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type ListPartsCommandOutput,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { limitedBytes } from '../body.ts'
import { ObjectExists, ObjectTooLarge, StoreAway } from '../object-store.ts'
import { nameIn, type Objects } from './objects.ts'
import type { Place } from './places.ts'
import { orMissing, S3Refusal } from './refusals.ts'
import { ANSWER_MS, LONGEST_MS, type Service } from './service.ts'

const PART_BYTES = 8 * 1024 ** 2
/** Smaller objects are sent in one call when they are placed, while the caller may hold a transaction open. */
const WHOLE_BYTES = 1024 ** 2
/** The most parts that any service accepts. */
export const MAX_PARTS = 10_000
const SLICE_BYTES = 64 * 1024
/** A part that failed sooner than this is sent again; later there is no time left. */
const AGAIN_WITHIN_MS = 1_000
/** How often beginning an upload is tried if the service does not find the bucket. */
const MAX_BEGINNINGS = 4
/** No upload takes this long, so older ones were abandoned. */
const LEFT_OVER_MS = 24 * 3_600_000

export interface Upload extends Place {
  UploadId: string
  /** tells uploads to the same key apart */
  mark: string
  parts: { PartNumber: number; ETag: string }[]
}

/** A small object that is sent in one call when it is placed. */
export interface Whole extends Place {
  mark: string
  bytes: Buffer
}

interface Part {
  chunks: Buffer[]
  size: number
}

export type Parts = AsyncGenerator<Part, undefined>

export type Uploads = ReturnType<typeof createUploads>

/** Uploads objects in parts. The parts have no name until they are placed. */
export function createUploads({ client, ask }: Service, objects: Objects) {
  let isConditional = true

  /**
   * Begins an upload, with retries: Swift creates a container for parts with the first upload of a bucket and does not
   * find it while several uploads create it.
   */
  async function begin(place: Place): Promise<Upload> {
    const mark = randomUUID()
    const command = new CreateMultipartUploadCommand({ ...place, Metadata: { podium: mark } })
    for (let tries = 1; ; tries += 1) {
      try {
        const { UploadId = '' } = await ask(({ signal }) => client.send(command, signal))
        return { ...place, UploadId, mark, parts: [] }
      } catch (error) {
        if (!(error instanceof S3Refusal && error.status === 404) || tries === MAX_BEGINNINGS) throw error
        await setTimeout(100 * tries)
      }
    }
  }

  /** Sends one part while the next one arrives. @returns the size and the etag of the whole */
  async function send(upload: Upload, parts: Parts) {
    let size = 0
    let count = 0
    let sending: Promise<unknown> = Promise.resolve()
    for (;;) {
      const coming = parts.next()
      // Notices a part that failed to send before the next one has arrived.
      const { done, value: part } = await Promise.race([coming, sending.then(() => coming)])
      if (done) break
      if (count === MAX_PARTS)
        throw new ObjectTooLarge(
          `The file is larger than the ${MAX_PARTS * PART_BYTES} bytes that the store takes.`,
        )
      await sending
      count += 1
      size += part.size
      sending = sendPart(upload, count, part)
      // If the body breaks off, nothing awaits this promise.
      sending.catch(() => undefined)
    }
    await sending
    return { size, etag: etagOf(upload.parts) }
  }

  /** Lists the parts that the service received, in their order. Returns null if there is no such upload. */
  async function received({ Bucket, Key, UploadId }: Omit<Upload, 'mark' | 'parts'>) {
    const parts: (Upload['parts'][number] & { size: number })[] = []
    let after: string | undefined
    do {
      const asked = { Bucket, Key, UploadId, ...(after !== undefined && { PartNumberMarker: after }) }
      const page: ListPartsCommandOutput | null = await orMissing(
        ask(({ signal }) => client.send(new ListPartsCommand(asked), signal)),
      )
      if (page === null) return null
      for (const { PartNumber = 0, ETag = '', Size = 0 } of page.Parts ?? [])
        parts.push({ PartNumber, ETag, size: Size })
      after = page.IsTruncated ? page.NextPartNumberMarker : undefined
    } while (after !== undefined)
    return parts
  }

  async function sendPart({ parts, mark: _, ...upload }: Upload, PartNumber: number, part: Part) {
    const begun = performance.now()
    const asked = { ...upload, PartNumber, ContentLength: part.size }
    const sum = sumOf(part)
    for (let tries = 1; ; tries += 1) {
      try {
        const { ETag = '' } = await ask(
          ({ signal, goesOn }) => {
            const command = new UploadPartCommand({ ...asked, Body: Readable.from(slicesOf(part, goesOn)) })
            signSum(command, sum)
            return client.send(command, signal)
          },
          { patience: ANSWER_MS - (performance.now() - begun) },
        )
        parts.push({ PartNumber, ETag })
        return
      } catch (error) {
        if (!(error instanceof StoreAway) || performance.now() - begun > AGAIN_WITHIN_MS) throw error
        await setTimeout(100 * tries)
      }
    }
  }

  function lastCall(sent: Upload | Whole, condition: { IfNoneMatch?: '*' }, until: AbortSignal) {
    const { Bucket, Key, mark } = sent
    const asked = { Bucket, Key, ...condition }
    return ask<unknown>(
      ({ signal }) =>
        'bytes' in sent
          ? client.send(
              new PutObjectCommand({ ...asked, Body: sent.bytes, Metadata: { podium: mark } }),
              signal,
            )
          : client.send(
              new CompleteMultipartUploadCommand({
                ...asked,
                UploadId: sent.UploadId,
                MultipartUpload: { Parts: sent.parts },
              }),
              signal,
            ),
      { patience: LONGEST_MS, until },
    )
  }

  /**
   * Names the upload. The service may take a while to check many parts.
   * @throws ObjectExists if the service saw that the name is taken
   */
  async function place(sent: Upload | Whole, replace: boolean, until: AbortSignal): Promise<void> {
    try {
      await lastCall(sent, isConditional && !replace ? { IfNoneMatch: '*' } : {}, until).catch((error) => {
        if (replace || !(error instanceof S3Refusal && error.status === 501)) throw error
        isConditional = false
        return lastCall(sent, {}, until)
      })
    } catch (error) {
      if (!(error instanceof S3Refusal || error instanceof StoreAway)) throw error
      // The call may have succeeded although its answer was lost, and the repeated call is refused.
      const { Bucket, Key } = sent
      const found = await objects.head({ Bucket, Key })
      if (found?.Metadata?.podium === sent.mark) return
      if (error instanceof StoreAway) throw error
      // SeaweedFS takes a folder whose files are gone for a file. The name was checked to be free before.
      if (error.status === 412 && found === null && !replace) return void (await lastCall(sent, {}, until))
      if (error.status === 412 || error.status === 409) throw new ObjectExists('The name is taken already.')
      throw error
    }
  }

  async function abort({ Bucket, Key, UploadId }: Omit<Upload, 'mark' | 'parts'>): Promise<void> {
    const command = new AbortMultipartUploadCommand({ Bucket, Key, UploadId })
    await orMissing(ask(({ signal }) => client.send(command, signal)))
  }

  /** Ends uploads below the key that were begun at least `age` ago. */
  async function abortAll({ Bucket, Key }: Place, age = LEFT_OVER_MS): Promise<void> {
    let from: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {}
    while (from) {
      const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
        Bucket,
        Prefix: Key,
        EncodingType: 'url',
        ...from,
      })
      const page = await orMissing(ask(({ signal }) => client.send(command, signal)))
      for (const { Key: key, UploadId = '', Initiated } of page?.Uploads ?? [])
        if (Initiated && Initiated.getTime() <= Date.now() - age)
          await abort({ Bucket, Key: nameIn(page, key), UploadId })
      const { NextKeyMarker, NextUploadIdMarker: UploadIdMarker } = page ?? {}
      const KeyMarker = nameIn(page, NextKeyMarker)
      from = page?.IsTruncated && KeyMarker && UploadIdMarker ? { KeyMarker, UploadIdMarker } : undefined
    }
  }

  return { begin, send, received, place, abort, abortAll }
}

/** S3's ETag of a multipart upload: the MD5 of the parts' MD5s, a dash, and the number of parts. */
export function etagOf(parts: Upload['parts']): string {
  const whole = createHash('md5')
  for (const { ETag } of parts) whole.update(Buffer.from(ETag.replaceAll('"', ''), 'hex'))
  return `${whole.digest('hex')}-${parts.length}`
}

/** Signs the checksum, so that the service refuses other bytes. The client does not sign the content of a stream. */
function signSum({ middlewareStack }: UploadPartCommand, sum: string): void {
  middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> }
      headers['x-amz-content-sha256'] = sum
      return next(args)
    },
    { step: 'build' },
  )
}

/** Reads the body up to the size of one part. @returns the whole body if it is small, otherwise the parts to send */
export async function beginningOf(body: Readable, limit: number | undefined): Promise<Buffer | Parts> {
  const parts = partsOf(body, limit)
  const { value: first } = await parts.next()
  if (first && first.size > WHOLE_BYTES) return withFirst(first, parts)
  return Buffer.concat(first?.chunks ?? [])
}

async function* withFirst(first: Part, others: Parts): Parts {
  yield first
  yield* others
}

/** Splits the body into parts of one size. The last may be smaller, and an empty body is one empty part. */
async function* partsOf(body: Readable, limit: number | undefined): Parts {
  let part: Part = { chunks: [], size: 0 }
  let isFirst = true
  for await (const bytes of limitedBytes(body, limit)) {
    let from = 0
    while (part.size + bytes.length - from >= PART_BYTES) {
      const to = from + PART_BYTES - part.size
      yield joined({ chunks: [...part.chunks, bytes.subarray(from, to)], size: PART_BYTES })
      part = { chunks: [], size: 0 }
      from = to
      isFirst = false
    }
    if (from === bytes.length) continue
    // Copied, so that the rest does not keep the sent bytes in memory.
    part.chunks.push(from === 0 ? bytes : Buffer.from(bytes.subarray(from)))
    part.size += bytes.length - from
  }
  if (isFirst || part.size > 0) yield joined(part)
}

function sumOf({ chunks }: Part): string {
  const sum = createHash('sha256')
  for (const bytes of chunks) sum.update(bytes)
  return sum.digest('hex')
}

/** Sends large chunks unchanged and joins small ones. */
function joined({ chunks, size }: Part): Part {
  return { chunks: chunks.length * SLICE_BYTES > 4 * size ? [Buffer.concat(chunks)] : chunks, size }
}

function* slicesOf({ chunks }: Part, taken: () => void): Generator<Buffer> {
  for (const bytes of chunks)
    for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
      taken()
      yield bytes.subarray(from, from + SLICE_BYTES)
    }
}
