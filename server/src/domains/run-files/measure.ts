import type { RetainedKind } from '@podium/contract/calls/retention.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { kindOfFile } from '../objects/run-places.ts'
import { runPrefix } from '../solutions/object-paths.ts'

export type BytesByKind = Record<RetainedKind, number>

/** Sums the bytes of all attempts of a run in the store, by kind, from a listing. */
export async function measureFiles(
  objects: ObjectStore,
  bucket: string,
  run: { id: string; stream_id: string },
): Promise<BytesByKind> {
  const bytes: BytesByKind = { logs: 0, artifacts: 0 }
  for await (const { path, size } of objects.list(bucket, runPrefix(run))) {
    const file = kindOfFile(path)
    if (file) bytes[file.kind] += size
  }
  return bytes
}
