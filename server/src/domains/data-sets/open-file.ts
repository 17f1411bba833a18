import { fail } from '@podium/contract/rules/errors.ts'
import type { ByteRange, ObjectStore, OpenedObject } from '@podium/storage/object-store.ts'
import type { PlacedFile } from './files-reads.ts'

/** Whether what lies there is not what the version was made of: only of files that its version has not stored. */
export function isChanged({ etag }: PlacedFile, found: { etag: string }): boolean {
  return etag !== null && etag !== found.etag
}

/** The bytes of a file of a version. @throws Failure DATA_SET.CHANGED */
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
