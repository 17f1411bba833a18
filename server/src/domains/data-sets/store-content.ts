import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { fail } from '@podium/contract/errors.ts'
import type { PutOptions } from '@podium/storage/object-store.ts'
import type { Deps } from '../../deps.ts'
import { keepInUse } from '../../http/session.ts'
import { storeWhereRoomIs } from '../../room.ts'
import { withStoreErrors } from '../objects/writes.ts'
import { checkStorage } from '../workspaces/quotas/storage.ts'
import { addedBy, announcedSizes, giveUp, noteSending, noteStored, type Sending } from './content-notes.ts'
import { objectPath } from './files-reads.ts'

/** Another call has stored the same content by now. */
export class AlreadyStored extends Error {}

/**
 * Stores a content that the upload names, if its bytes are the announced ones: others will rely on its hash.
 * @throws Failure NOT.FOUND, DATA_SET.CONTENT, OBJECT.LARGE, QUOTA.STORAGE, DISK.UPLOAD, EDIT.STALE
 */
export async function storeContent(
  deps: Deps,
  sending: Sending,
  { sha256, body }: { sha256: string; body: Readable },
): Promise<void> {
  const { database, objects } = deps
  const { dataSet, caller, upload } = sending
  const size = (await announcedSizes(database, upload, [sha256])).get(sha256) ?? fail('NOT.FOUND')
  const content = { id: randomUUID(), sha256, size }
  await checkStorage(database, addedBy(sending, [content]))
  await noteSending(database, sending, [content])
  const hash = createHash('sha256')
  const within: PutOptions['within'] = async (stored, commit) => {
    if (stored.size !== size || hash.digest('hex') !== sha256) fail('DATA_SET.CONTENT', { sha256 })
    await database.transaction(async (tx) => {
      if (!(await noteStored(tx, sending, [content])).has(content.id)) throw new AlreadyStored()
      await commit()
    })
  }
  const ended = keepInUse(database, caller)
  try {
    await storeWhereRoomIs(deps, { body, bytes: size }, (watched) =>
      withStoreErrors(sha256, size, () =>
        objects.put(dataSet.s3_bucket_name, objectPath(content), Readable.from(hashing(watched, hash)), {
          limit: size,
          within,
        }),
      ),
    )
  } catch (error) {
    await giveUp(database, [content])
    if (!(error instanceof AlreadyStored)) throw error
  } finally {
    ended()
  }
}

async function* hashing(body: Readable, hash: ReturnType<typeof createHash>): AsyncIterable<Buffer> {
  for await (const chunk of body as AsyncIterable<Buffer>) {
    hash.update(chunk)
    yield chunk
  }
}
