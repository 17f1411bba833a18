import { Failure } from '@podium/contract/rules/errors.ts'
import type { Deps } from '../../deps.ts'
import { keepInUse } from '../../http/session/session.ts'
import { checkStorage } from '../workspaces/quotas/storage.ts'
import { abandon, addedBy, type Content, noteSending, noteStored, type Sending } from './content-notes.ts'
import { objectPath } from './files-reads.ts'
import { inTurns } from './in-turns.ts'

/**
 * Stores contents that the upload announced, all or none. They are recorded as pending before their objects are
 * written, and as stored afterwards, so that no row is locked while the store works.
 * @param put writes the objects
 * @throws Failure NOT.FOUND, QUOTA.STORAGE, EDIT.STALE
 */
export async function storeNoted(
  deps: Deps,
  sending: Sending,
  contents: readonly Content[],
  put: () => Promise<unknown>,
): Promise<void> {
  const { database } = deps
  await checkStorage(database, addedBy(sending, contents))
  await noteSending(database, sending, contents)
  const ended = keepInUse(database, sending.caller)
  try {
    await put()
    const storedIds = await database.transaction((tx) => noteStored(tx, sending, contents))
    await removeObjects(
      deps,
      sending,
      contents.filter(({ id }) => !storedIds.has(id)),
    )
  } catch (error) {
    await abandon(database, contents)
    // The workspace may have another bucket by now, and the sweep would not look in this one.
    if (error instanceof Failure) await removeObjects(deps, sending, contents)
    throw error
  } finally {
    ended()
  }
}

/** Objects that cannot be removed now are removed by the sweep. */
async function removeObjects({ objects }: Deps, { dataSet }: Sending, contents: readonly Content[]) {
  const removals = contents.map(
    (content) => () => objects.remove(dataSet.s3_bucket_name, objectPath(content)),
  )
  await inTurns(removals).catch(() => undefined)
}
