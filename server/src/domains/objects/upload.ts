import type { Readable } from 'node:stream'
import { fail } from '@podium/contract/errors.ts'
import {
  BadObjectName,
  ObjectExists,
  ObjectTooLarge,
  type StoredObject,
} from '@podium/storage/object-store.ts'
import type { Deps } from '../../deps.ts'
import type { Caller, ScopedObject } from '../../http/call.ts'
import { record } from '../audit/audit.ts'
import { isWrittenOnce } from './reads.ts'

const PLACES = ['datasets/', 'uploads/', 'ai-solutions/']

export interface Upload {
  path: string
  body: Readable
  replace: boolean
}

/**
 * Streams an upload into the workspace's bucket.
 * @throws Failure OBJECT.PLACE, OBJECT.REGISTERED, OBJECT.EXISTS, OBJECT.NAME, OBJECT.LARGE
 */
export async function storeUpload(
  deps: Deps,
  workspace: ScopedObject,
  caller: Caller,
  { path, body, replace }: Upload,
): Promise<StoredObject> {
  const { workspace_id, s3_bucket_name: bucket } = workspace
  await checkPlace(deps, workspace, path)
  const limit = deps.config.upload_max
  const { held, stored } = await tellingWhy(path, limit, async () => ({
    held: replace ? await deps.objects.stat(bucket, path) : null,
    stored: await deps.objects.put(bucket, path, body, { replace, limit }),
  }))
  await deps.database.transaction((tx) =>
    record(tx, caller, {
      action: 'object.write',
      object_kind: 'object',
      object_id: path,
      object_name: path,
      workspace_id,
      ...(held && { before: { size: held.size, etag: held.etag } }),
      after: { size: stored.size, etag: stored.etag },
    }),
  )
  return stored
}

/**
 * Whether people may write and remove at the path.
 * @throws Failure OBJECT.PLACE, OBJECT.REGISTERED
 */
export async function checkPlace(deps: Deps, workspace: ScopedObject, path: string): Promise<void> {
  const { workspace_id, s3_bucket_name: bucket } = workspace
  if (!PLACES.some((place) => path.startsWith(place))) fail('OBJECT.PLACE')
  if (!path.includes('\0') && (await isWrittenOnce(deps.database, workspace_id, bucket, path)))
    fail('OBJECT.REGISTERED', { path })
}

/** Does something with the store, and says what the store says against it in the words of the contract. */
export async function tellingWhy<T>(path: string, limit: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ObjectExists) fail('OBJECT.EXISTS', { path })
    if (error instanceof BadObjectName) fail('OBJECT.NAME', { reason: error.message })
    if (error instanceof ObjectTooLarge)
      fail('OBJECT.LARGE', { limit: `${limit.toLocaleString('en')} bytes` })
    throw error
  }
}
