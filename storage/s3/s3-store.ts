import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { checkPath, checkPrefix, isPath } from '../names.ts'
import {
  atOnce,
  BadObjectName,
  ObjectExists,
  type ObjectStore,
  type PutOptions,
  type StoredObject,
  UploadIncomplete,
} from '../object-store.ts'
import { createBuckets } from './buckets.ts'
import { createDirect } from './direct.ts'
import { createHealth, type Refusing } from './health.ts'
import { createObjects } from './objects.ts'
import { createPlaces } from './places.ts'
import { createProbe } from './probe.ts'
import { createService, type S3Settings } from './service.ts'
import { createTurns, type InTurn } from './turns.ts'
import { beginningOf, createUploads, type Upload, type Whole } from './uploads.ts'

interface Options {
  /** runs work in turn among servers that use the same buckets; unset if this process is the only one */
  inTurn?: InTurn
  /** the refusal that the check at the start got */
  refusing?: Refusing | null
}

/** Keeps objects in a service that speaks S3. */
export function createS3Store(
  settings: S3Settings,
  { inTurn: shared, refusing = null }: Options = {},
): ObjectStore {
  const service = createService(settings)
  const places = createPlaces(settings)
  const objects = createObjects(service)
  const uploads = createUploads(service, objects)
  const buckets = createBuckets(service, places, objects, uploads)
  const { bucketExists } = buckets
  const health = createHealth(createProbe(service, objects, settings), refusing)
  const inTurn = createTurns(shared)

  async function noteRefusals<T>(bucket: string, write: () => Promise<T>): Promise<T> {
    return health.noteRefusals(places.bucketPlace(bucket), write)
  }

  async function stat(bucket: string, path: string): Promise<StoredObject | null> {
    return objects.stat(path, places.objectPlace(bucket, path))
  }

  async function checkBucketIsThere(bucket: string): Promise<void> {
    if (!(await bucketExists(bucket))) throw new BadObjectName(`There is no bucket "${bucket}".`)
  }

  async function refuseWhatIsThere(bucket: string, path: string): Promise<void> {
    if ((await stat(bucket, path)) !== null) throw alreadyThere(path)
  }

  /** Returns the object if this upload created it. Not every service refuses parts of an upload that has ended. */
  async function endOf({ Bucket, Key, mark }: Upload, path: string): Promise<StoredObject | null> {
    const found = await objects.head({ Bucket, Key })
    return found?.Metadata?.podium === mark ? objects.described(path, found) : null
  }

  /** Throws if the path is taken. An upload that its client ends may have ended before. */
  async function refuseWhatIsInTheWay({ Bucket, Key, mark }: Upload | Whole, path: string, replace: boolean) {
    const found = await objects.head({ Bucket, Key })
    if (found?.Metadata?.podium === mark) throw new UploadIncomplete('The upload has ended.')
    if (found && !replace) throw alreadyThere(path)
  }

  async function refuseBelowFile(bucket: string, path: string): Promise<void> {
    const segments = checkPath(path)
    const parents = segments.slice(0, -1).map((_, index) => segments.slice(0, index + 1).join('/'))
    const found = await Promise.all(parents.map((parent) => stat(bucket, parent)))
    const file = found.find((object) => object !== null)
    if (file) throw new BadObjectName(`"${file.path}" is a file, so nothing can lie below it.`)
  }

  async function refuseFolder(bucket: string, path: string): Promise<void> {
    if (await objects.isAnyBelow(places.objectPlace(bucket, path)))
      throw new BadObjectName(`"${path}" is a folder, so no file can have its name.`)
  }

  /** Names the uploaded object after all checks. */
  async function place(
    bucket: string,
    upload: Upload | Whole,
    sent: StoredObject,
    { replace = false, alone = false, within = atOnce }: PutOptions,
  ): Promise<StoredObject> {
    const { path } = sent
    const stored = { ...sent }
    const afterLooking = (until: AbortSignal) =>
      inTurn(`${bucket}/${path}`, async () => {
        until.throwIfAborted()
        await Promise.all([
          checkBucketIsThere(bucket),
          refuseBelowFile(bucket, path),
          refuseFolder(bucket, path),
          refuseWhatIsInTheWay(upload, path, replace),
        ])
        await uploads.place(upload, replace, until)
        Object.assign(stored, await stat(bucket, path))
      })
    await within(stored, () =>
      service.whileItAnswers(upload.Bucket, (until) =>
        alone ? uploads.place(upload, true, until) : afterLooking(until),
      ),
    )
    return stored
  }

  async function begin(bucket: string, path: string, replace = false): Promise<Upload> {
    const at = places.objectPlace(bucket, path)
    await Promise.all([checkBucketIsThere(bucket), !replace && refuseWhatIsThere(bucket, path)])
    return uploads.begin(at)
  }

  async function put(bucket: string, path: string, body: Readable, options: PutOptions = {}) {
    const at = places.objectPlace(bucket, path)
    const modified_at = new Date().toISOString()
    const beginning = await beginningOf(body, options.limit)
    if (Buffer.isBuffer(beginning)) {
      const etag = createHash('md5').update(beginning).digest('hex')
      const whole = { ...at, mark: randomUUID(), bytes: beginning }
      return place(bucket, whole, { path, size: beginning.length, etag, modified_at }, options)
    }
    const upload = await begin(bucket, path, options.replace)
    try {
      const sent = await uploads.send(upload, beginning)
      return await place(bucket, upload, { path, ...sent, modified_at }, options)
    } catch (error) {
      // Not awaited, since the store may be away; the sweep removes the rest.
      uploads.abort(upload).catch(() => undefined)
      throw error
    }
  }

  async function* list(bucket: string, prefix: string): AsyncGenerator<StoredObject> {
    checkPrefix(prefix)
    const { Bucket, Key } = places.bucketPlace(bucket)
    for await (const { key, object } of objects.list({ Bucket, Key: Key + prefix })) {
      const path = key.slice(Key.length)
      if (isPath(path)) yield objects.described(path, object)
    }
  }

  return {
    direct: createDirect({
      settings,
      service,
      places,
      uploads,
      begin: (bucket, ...args) => noteRefusals(bucket, () => begin(bucket, ...args)),
      endOf,
      place,
    }),

    ...buckets,

    async removeBucket(bucket) {
      await buckets.removeBucket(bucket)
      health.forget(places.bucketPlace(bucket))
    },

    put: (bucket, ...args) => noteRefusals(bucket, () => put(bucket, ...args)),

    linkFile: async () => null,

    stat,

    async open(bucket, path, range = { from: 0 }) {
      return objects.open(path, places.objectPlace(bucket, path), range)
    },

    list,

    async remove(bucket, path) {
      const place = places.objectPlace(bucket, path)
      if ((await objects.head(place)) === null) return false
      await objects.remove(place)
      return true
    },

    async removeAll(bucket, prefix) {
      if (prefix === '') throw new BadObjectName('The prefix of the objects to remove is empty.')
      checkPrefix(prefix)
      const { Bucket, Key } = places.bucketPlace(bucket)
      return objects.removeAll({ Bucket, Key: Key + prefix })
    },

    check: health.check,

    async sweep(buckets) {
      for (const bucket of buckets) await uploads.abortAll(places.bucketPlace(bucket))
    },
  }
}

function alreadyThere(path: string): ObjectExists {
  return new ObjectExists(`"${path}" exists already.`)
}
