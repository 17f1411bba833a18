import type { ObjectStore } from '@podium/storage/object-store.ts'
import { bytesBelow } from '../workspaces/storage-use.ts'

/** So many listings are under way at once. */
const AT_ONCE = 16

/**
 * The bytes that streams take in the bucket. Of more streams than are listed at once, and at least half of all, one listing
 * of the whole folder tells: it asks the store less often than one each, and reads little in vain.
 * @param all how many streams the workspace has
 */
export function bytesOfStreams(
  objects: ObjectStore,
  bucket: string,
  ids: string[],
  all: number,
): Promise<number> {
  const inOne = ids.length > AT_ONCE && ids.length * 2 >= all
  return inOne ? bytesInOneListing(objects, bucket, new Set(ids)) : bytesOfEach(objects, bucket, ids)
}

async function bytesInOneListing(objects: ObjectStore, bucket: string, ids: Set<string>): Promise<number> {
  let bytes = 0
  for await (const { path, size } of objects.list(bucket, 'streams/')) {
    const [, id = ''] = path.split('/', 2)
    if (ids.has(id)) bytes += size
  }
  return bytes
}

async function bytesOfEach(objects: ObjectStore, bucket: string, ids: string[]): Promise<number> {
  let bytes = 0
  const waiting = ids.values()
  const work = async () => {
    for (const id of waiting) {
      const own = await bytesBelow(objects, bucket, `streams/${id}/`)
      bytes += own
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return bytes
}
