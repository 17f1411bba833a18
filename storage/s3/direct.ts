import {
  type DirectTransfers,
  type DirectUpload,
  ObjectTooLarge,
  type PutOptions,
  StoreAway,
  type StoredObject,
  UploadIncomplete,
} from '../object-store.ts'
import { createAddresses, isInPath } from './addresses.ts'
import type { Places } from './places.ts'
import { ANSWER_MS, type S3Settings, type Service } from './service.ts'
import { etagOf, MAX_PARTS, type Upload, type Uploads } from './uploads.ts'

/** Larger than the parts that the server sends, because each costs its client a call and none is held in memory. */
const PART_BYTES = 32 * 1024 ** 2
/** The largest object that any service takes in one call. */
const AT_ONCE_BYTES = 5 * 1024 ** 3
/** The address only serves to ask if uploads are allowed, so it is short-lived. */
const PREFLIGHT_SECONDS = 10

interface Parts {
  settings: S3Settings
  service: Service
  places: Places
  uploads: Uploads
  begin(bucket: string, path: string, replace?: boolean): Promise<Upload>
  endOf(upload: Upload, path: string): Promise<StoredObject | null>
  place(bucket: string, upload: Upload, sent: StoredObject, options: PutOptions): Promise<StoredObject>
}

/** The direct transfers of browsers and pods, or null if the settings name no address for them. */
export function createDirect({
  settings,
  service,
  places,
  uploads,
  begin,
  endOf,
  place,
}: Parts): DirectTransfers | null {
  if (settings.direct === null) return null
  const addressOf = createAddresses(settings.direct, settings, service)

  const uploadAt = (bucket: string, path: string, { id, mark }: DirectUpload): Upload => ({
    ...places.objectPlace(bucket, path),
    UploadId: id,
    mark,
    parts: [],
  })

  async function placed(bucket: string, path: string, upload: Upload, bytes: number, options: PutOptions) {
    const parts = await uploads.received(upload)
    if (parts === null) throw new UploadIncomplete('The upload has ended.')
    const sizes = sizesOf(bytes)
    const isWhole = parts.every((part, index) => part.PartNumber === index + 1 && part.size === sizes[index])
    if (!isWhole || parts.length !== sizes.length)
      throw new UploadIncomplete('Parts of the upload are missing, or have another size.')
    if (options.limit !== undefined && bytes > options.limit) throw tooLarge(options.limit)
    for (const { PartNumber, ETag } of parts) upload.parts.push({ PartNumber, ETag })
    const sent = { path, size: bytes, etag: etagOf(upload.parts), modified_at: new Date().toISOString() }
    return place(bucket, upload, sent, options)
  }

  return {
    origins: originsOf(settings.direct, settings),
    partBytes: PART_BYTES,

    async takesFrom(bucket, pageOrigin) {
      const { Bucket, Key } = places.bucketPlace(bucket)
      const preflight = { method: 'PUT', seconds: PREFLIGHT_SECONDS } as const
      return isAllowed(await addressOf({ Bucket, Key: `${Key}uploads/any` }, preflight), pageOrigin)
    },

    async download(bucket, path, { seconds, headers = {} }) {
      const answered = Object.entries(headers).map(([name, value]) => [`response-${name}`, value])
      const query = Object.fromEntries(answered)
      return addressOf(places.objectPlace(bucket, path), { method: 'GET', seconds, query })
    },

    async upload(bucket, path, { seconds, bytes }) {
      if (bytes > AT_ONCE_BYTES) throw tooLarge(AT_ONCE_BYTES)
      return addressOf(places.objectPlace(bucket, path), { method: 'PUT', seconds, headers: lengthOf(bytes) })
    },

    async begin(bucket, path, { bytes, replace }) {
      if (bytes > MAX_PARTS * PART_BYTES) throw tooLarge(MAX_PARTS * PART_BYTES)
      const { UploadId: id, mark } = await begin(bucket, path, replace)
      return { id, mark, bytes }
    },

    async part(bucket, path, named, { number, seconds }) {
      const upload = uploadAt(bucket, path, named)
      const size = sizesOf(named.bytes)[number - 1]
      if (size === undefined || (await endOf(upload, path)) !== null) return null
      return addressOf(upload, {
        method: 'PUT',
        seconds,
        query: { partNumber: String(number), uploadId: named.id },
        headers: lengthOf(size),
      })
    },

    /** A client may end an upload again because it lost the answer or because another call is still ending it. */
    async end(bucket, path, named, options = {}) {
      const upload = uploadAt(bucket, path, named)
      const before = await endOf(upload, path)
      if (before !== null) return before
      return placed(bucket, path, upload, named.bytes, options).catch(async (error) => {
        const endedBefore = error instanceof UploadIncomplete ? await endOf(upload, path) : null
        if (endedBefore === null) throw error
        return endedBefore
      })
    },

    abort: async (bucket, path, upload) => uploads.abort(uploadAt(bucket, path, upload)),
  }
}

/** In a shared bucket, only that bucket, because others have buckets at the same service. */
function originsOf(direct: string, { bucket, path_style }: S3Settings): string[] {
  const { protocol, host } = new URL(direct)
  if (bucket !== null)
    return isInPath(bucket, path_style)
      ? [`${protocol}//${host}/${bucket}/`]
      : [`${protocol}//${bucket}.${host}`]
  return [`${protocol}//${host}`, ...(path_style ? [] : [`${protocol}//*.${host}`])]
}

/** Returns the sizes of the parts. An empty file is one empty part. */
function sizesOf(bytes: number): number[] {
  const count = Math.max(1, Math.ceil(bytes / PART_BYTES))
  return Array.from({ length: count }, (_, index) => Math.min(PART_BYTES, bytes - index * PART_BYTES))
}

function lengthOf(bytes: number) {
  return { 'content-length': String(bytes) }
}

function tooLarge(limit: number): ObjectTooLarge {
  return new ObjectTooLarge(`The file is larger than the ${limit} bytes that the store takes.`)
}

/** Sends the CORS preflight request of a browser. */
async function isAllowed(address: string, origin: string): Promise<boolean> {
  const headers = { origin, 'access-control-request-method': 'PUT' }
  const signal = AbortSignal.timeout(ANSWER_MS)
  const answer = await fetch(address, { method: 'OPTIONS', headers, redirect: 'manual', signal }).catch(
    () => {
      // The error of fetch contains the signed address.
      throw new StoreAway('The object store does not answer at the address for browsers.')
    },
  )
  await answer.body?.cancel()
  const allowed = (name: string) =>
    (answer.headers.get(`access-control-allow-${name}`) ?? '').split(/\s*,\s*/)
  const isFor = (name: string, value: string) => allowed(name).some((each) => each === value || each === '*')
  return answer.ok && isFor('origin', origin) && isFor('methods', 'PUT')
}
