import { fail } from '@podium/contract/rules/errors.ts'
import type { ByteRange, ObjectStore, OpenedObject } from '@podium/storage/object-store.ts'
import type { PlacedFile } from './files-reads.ts'

/** True if the object has changed since the version was made. Only files of adopted folders have an etag to compare. */
export function isChanged({ etag }: PlacedFile, found: { etag: string }): boolean {
  return etag !== null && etag !== found.etag
}

/** Opens a file of a version. @throws Failure DATA_SET.CHANGED */
export async function openPlaced(
  objects: ObjectStore,
  file: PlacedFile,
  range?: ByteRange,
): Promise<OpenedObject> {
  const opened = await objects.open(file.bucket, file.object, range)
  if (opened && !isChanged(file, opened)) return opened
  opened?.stream.destroy()
  return fail('DATA_SET.CHANGED', { path: file.path })
}
