import type { ObjectStore } from '@podium/storage/object-store.ts'

/** The total size of the objects below the prefix, found by listing them. */
export async function bytesBelow(objects: ObjectStore, bucket: string, prefix: string): Promise<number> {
  let bytes = 0
  for await (const { size } of objects.list(bucket, prefix)) bytes += size
  return bytes
}
