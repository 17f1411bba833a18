import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { fail } from '@podium/contract/rules/errors.ts'
import type { PutOptions } from '@podium/storage/object-store.ts'
import type { Deps } from '../../deps.ts'
import { storeWhereRoomIs } from '../../room.ts'
import { refusingPointer, withStoreErrors } from '../objects/writes.ts'
import { announcedPath, announcedSizes, type Sending } from './content-notes.ts'
import { objectPath } from './files-reads.ts'
import { storeNoted } from './store-noted.ts'

/**
 * Stores a content that the upload announced, if its bytes match the hash, which others will rely on.
 * @throws Failure NOT.FOUND, DATA_SET.CONTENT, OBJECT.POINTER, OBJECT.LARGE, QUOTA.STORAGE, DISK.UPLOAD, EDIT.STALE
 */
export async function storeContent(
  deps: Deps,
  sending: Sending,
  { sha256, body }: { sha256: string; body: Readable },
): Promise<void> {
  const { database, objects } = deps
  const { dataSet, upload } = sending
  const size = (await announcedSizes(database, upload, [sha256])).get(sha256) ?? fail('NOT.FOUND')
  const content = { id: randomUUID(), sha256, size }
  const path = await announcedPath(database, upload, sha256)
  const hash = createHash('sha256')
  const within: PutOptions['within'] = async (object, commit) => {
    if (object.size !== size || hash.digest('hex') !== sha256) fail('DATA_SET.CONTENT', { sha256 })
    await commit()
  }
  await storeNoted(deps, sending, [content], () =>
    storeWhereRoomIs(deps, { body, bytes: size }, (watched) =>
      withStoreErrors(sha256, size, () =>
        objects.put(
          dataSet.s3_bucket_name,
          objectPath(content),
          Readable.from(hashing(refusingPointer(watched, path), hash)),
          {
            limit: size,
            alone: true,
            within,
          },
        ),
      ),
    ),
  )
}

async function* hashing(
  body: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
): AsyncIterable<Buffer> {
  for await (const chunk of body) {
    hash.update(chunk)
    yield chunk
  }
}
