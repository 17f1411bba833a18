import { Readable } from 'node:stream'
import { limitedBytes } from './body.ts'
import { checkBucket, checkPath, checkPrefix, comparePaths } from './names.ts'
import { atOnce, BadObjectName, ObjectExists, type ObjectStore, type StoredObject } from './object-store.ts'

interface MemoryObject extends StoredObject {
  bytes: Buffer
}

/** Keeps objects in the memory of the process, for tests. */
export function createMemoryStore(): ObjectStore {
  const buckets = new Map<string, Map<string, MemoryObject>>()
  let puts = 0

  function objectsOf(bucket: string): Map<string, MemoryObject> {
    checkBucket(bucket)
    return buckets.get(bucket) ?? new Map()
  }

  function find(bucket: string, path: string): MemoryObject | null {
    checkPath(path)
    return objectsOf(bucket).get(path) ?? null
  }

  function checkWritable(bucket: string, path: string, replace: boolean): Map<string, MemoryObject> {
    const segments = checkPath(path)
    checkBucket(bucket)
    const objects = buckets.get(bucket)
    if (objects === undefined) throw new BadObjectName(`There is no bucket "${bucket}".`)
    const parents = segments.slice(0, -1).map((_, index) => segments.slice(0, index + 1).join('/'))
    const file = parents.find((parent) => objects.has(parent))
    if (file !== undefined) throw new BadObjectName(`"${file}" is a file, so nothing can lie below it.`)
    if ([...objects.keys()].some((other) => other.startsWith(`${path}/`)))
      throw new BadObjectName(`"${path}" is a folder, so no file can have its name.`)
    if (!replace && objects.has(path)) throw new ObjectExists(`"${path}" exists already.`)
    return objects
  }

  function matching(bucket: string, prefix: string): MemoryObject[] {
    checkPrefix(prefix)
    const found = [...objectsOf(bucket).values()].filter(({ path }) => path.startsWith(prefix))
    return found.sort((left, right) => comparePaths(left.path, right.path))
  }

  return {
    direct: null,
    async makeBucket(bucket) {
      checkBucket(bucket)
      if (buckets.has(bucket)) return false
      buckets.set(bucket, new Map())
      return true
    },
    async bucketExists(bucket) {
      checkBucket(bucket)
      return buckets.has(bucket)
    },
    async removeBucket(bucket) {
      checkBucket(bucket)
      buckets.delete(bucket)
    },
    async put(bucket, path, body, { replace = false, limit, within = atOnce } = {}) {
      checkWritable(bucket, path, replace)
      const chunks: Buffer[] = []
      for await (const bytes of limitedBytes(body, limit)) chunks.push(bytes)
      const bytes = Buffer.concat(chunks)
      puts += 1
      const object = {
        path,
        bytes,
        size: bytes.length,
        etag: `m${puts}`,
        modified_at: new Date().toISOString(),
      }
      await within(described(object), async () => {
        checkWritable(bucket, path, replace).set(path, object)
      })
      return described(object)
    },
    linkFile: async () => null,
    async stat(bucket, path) {
      const object = find(bucket, path)
      return object === null ? null : described(object)
    },
    async open(bucket, path, range = { from: 0 }) {
      const object = find(bucket, path)
      if (object === null) return null
      const part = object.bytes.subarray(range.from, Math.max(range.from, range.to ?? object.size))
      return { ...described(object), stream: Readable.from(part.length === 0 ? [] : [part]) }
    },
    async *list(bucket, prefix) {
      for (const object of matching(bucket, prefix)) yield described(object)
    },
    async remove(bucket, path) {
      checkPath(path)
      return objectsOf(bucket).delete(path)
    },
    async removeAll(bucket, prefix) {
      if (prefix === '') throw new BadObjectName('The prefix of the objects to remove is empty.')
      const found = matching(bucket, prefix)
      for (const { path } of found) objectsOf(bucket).delete(path)
      return found.length
    },
    async sweep() {
      // unfinished uploads end with the process
    },
    keepsRemoved: async () => null,
    async check() {
      // always available
    },
  }
}

function described({ bytes: _, ...object }: MemoryObject): StoredObject {
  return object
}
