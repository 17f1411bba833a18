import { Readable } from 'node:stream'
import { ARCHIVE_UPLOAD } from '@podium/contract/rules/archive-uploads.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import { isLfsPointer, LONGEST_POINTER } from '@podium/contract/rules/lfs-pointer.ts'
import type { Handle, Transaction } from '@podium/database/connect.ts'
import {
  BadObjectName,
  ObjectExists,
  type ObjectStore,
  ObjectTooLarge,
  type PutOptions,
  type StoredObject,
} from '@podium/storage/object-store.ts'
import { sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Caller, ScopedObject } from '../../http/call.ts'
import { keepInUse } from '../../http/session/session.ts'
import { checkStillAllowed } from '../../http/session/still-allowed.ts'
import { type Incoming, storeWhereRoomIs } from '../../room.ts'
import { type Actor, namedObject, podium, record } from '../audit/audit.ts'
import { type Added, checkStorage, lockStorage } from '../workspaces/quotas/storage.ts'
import type { RemovalParts } from '../workspaces/removals.ts'
import { lockBucket } from '../workspaces/service.ts'
import { findUploads, forgetUpload, noteUpload, type UploadPlace } from '../workspaces/uploads.ts'
import { forgetBegun } from './begun-uploads.ts'
import { isWrittenOnce } from './reads.ts'

const WRITABLE_PREFIXES = ['datasets/', 'uploads/', 'ai-solutions/']

/** Folders of a version's files. A file with such a name would prevent them from being written. */
const FOLDER = /^ai-solutions\/[^/]+(\/v\d+(\/(train|inference)(\/(data|source|artifacts))?)?)?$/

export interface Upload extends Incoming {
  path: string
  replace: boolean
}

/**
 * Streams an upload into the workspace's bucket. Permissions are checked again after the whole body has arrived,
 * because that may take long.
 * @throws Failure OBJECT.FOLDER, OBJECT.PLACE, OBJECT.REGISTERED, OBJECT.EXISTS, OBJECT.NAME, OBJECT.POINTER,
 * OBJECT.LARGE, QUOTA.STORAGE, DISK.UPLOAD, EDIT.STALE
 */
export async function storeUpload(
  deps: Deps,
  workspace: ScopedObject,
  caller: Caller,
  { path, replace, ...incoming }: Upload,
): Promise<StoredObject> {
  const { database, objects, config } = deps
  await checkPlace(database, workspace, path)
  await checkStorage(database, addedBy(workspace, caller, path, incoming.bytes))
  const ended = keepInUse(database, caller)
  try {
    return await withStoreErrors(path, config.upload_max, () =>
      storeWhereRoomIs(deps, incoming, (body) =>
        objects.put(workspace.s3_bucket_name, path, Readable.from(refusingPointer(body, path)), {
          replace,
          limit: config.upload_max,
          within: recordedWrite(deps, workspace, caller, { path, replace }),
        }),
      ),
    )
  } finally {
    ended()
  }
}

/** Passes the body on, and fails at its end if it was a pointer of Git LFS. @throws Failure OBJECT.POINTER */
export async function* refusingPointer(body: AsyncIterable<Buffer>, path: string): AsyncIterable<Buffer> {
  let beginning = ''
  for await (const chunk of body) {
    if (beginning.length < LONGEST_POINTER) beginning += chunk.toString('latin1', 0, LONGEST_POINTER)
    yield chunk
  }
  if (isLfsPointer(beginning)) fail('OBJECT.POINTER', { path })
}

/** The storage that an upload adds. */
export function addedBy(
  { workspace_id }: ScopedObject,
  { account_id }: Caller,
  path: string,
  bytes: number | null,
): Added {
  return { workspace_id, account_id, bytes, what: 'upload', replaces: path }
}

/** Checks that a file may be put at the path. @throws Failure OBJECT.FOLDER, OBJECT.PLACE, OBJECT.REGISTERED */
export async function checkPlace(db: Handle, workspace: ScopedObject, path: string): Promise<void> {
  if (FOLDER.test(path)) fail('OBJECT.FOLDER', { path })
  await checkWritable(db, workspace, path)
}

/**
 * Completes an upload together with its row, if it is still allowed.
 * @param upload `mark` names an upload sent to the store directly, whose size was counted when it began
 */
export function recordedWrite(
  { database, objects }: Pick<Deps, 'database' | 'objects'>,
  workspace: ScopedObject,
  caller: Caller,
  { path, replace, mark }: Pick<Upload, 'path' | 'replace'> & { mark?: string },
): NonNullable<PutOptions['within']> {
  return (object, commit) =>
    database.transaction(async (tx) => {
      await checkOvertaken(tx, workspace, caller, path)
      if (mark !== undefined) await forgetBegun(tx, mark)
      await lockStorage(tx, {
        ...addedBy(workspace, caller, path, object.size),
        was_counted: mark !== undefined,
      })
      const replaced = replace ? await objects.stat(workspace.s3_bucket_name, path) : null
      await recordWrite(tx, workspace, caller, replaced, object)
      await commit()
    })
}

/**
 * Checks that the caller may still write at the path. Locks the workspace, its bucket and its members until the
 * transaction ends.
 * @throws Failure EDIT.STALE, OBJECT.PLACE, OBJECT.REGISTERED, and the failures of permission checks
 */
export async function checkOvertaken(tx: Transaction, workspace: ScopedObject, caller: Caller, path: string) {
  const bucket = (await lockBucket(tx, workspace.workspace_id)) ?? fail('NOT.FOUND')
  await checkStillAllowed(tx, caller, workspace.workspace_id, 'object.write')
  if (bucket !== workspace.s3_bucket_name) fail('EDIT.STALE')
  await checkWritable(tx, workspace, path)
}

/** Runs before the file is placed, so that it is placed only if the row can be written. */
async function recordWrite(
  tx: Transaction,
  { workspace_id }: ScopedObject,
  caller: Caller,
  replaced: StoredObject | null,
  { path, size, etag }: StoredObject,
): Promise<void> {
  await noteUpload(tx, { workspace_id, path, account_id: caller.account_id, bytes: size })
  await record(tx, caller, {
    action: 'object.write',
    ...namedObject('object', { id: path, name: path, workspace_id }),
    ...(replaced && { before: { size: replaced.size, etag: replaced.etag } }),
    after: { size, etag },
  })
}

/**
 * Checks that people may write and remove at the path.
 * @throws Failure OBJECT.PLACE, OBJECT.REGISTERED
 */
export async function checkWritable(db: Handle, workspace: ScopedObject, path: string): Promise<void> {
  const { workspace_id, s3_bucket_name: bucket } = workspace
  if (!WRITABLE_PREFIXES.some((prefix) => path.startsWith(prefix))) fail('OBJECT.PLACE')
  if (!path.includes('\0') && (await isWrittenOnce(db, workspace_id, bucket, path)))
    fail('OBJECT.REGISTERED', { path })
}

/** Runs the work and converts errors of the store into failures of the contract. */
export async function withStoreErrors<T>(path: string, limit: number, work: () => Promise<T>): Promise<T> {
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

/**
 * Removes a file from the workspace's bucket together with its audit row: both happen or neither.
 * @throws Failure OBJECT.PLACE, OBJECT.REGISTERED, OBJECT.NAME, NOT.FOUND
 */
export async function removeObject(deps: Deps, workspace: ScopedObject, caller: Caller, path: string) {
  const { workspace_id, s3_bucket_name: bucket } = workspace
  await checkWritable(deps.database, workspace, path)
  return withStoreErrors(path, deps.config.upload_max, async () => {
    const found = (await deps.objects.stat(bucket, path)) ?? fail('NOT.FOUND')
    await deps.database.transaction(async (tx) => {
      await checkOvertaken(tx, workspace, caller, path)
      await recordRemoval(tx, caller, workspace_id, found)
      await forgetUpload(tx, workspace_id, path)
      if (!(await deps.objects.remove(bucket, path))) fail('NOT.FOUND')
    })
    return { path }
  })
}

/** A registration removes its archive. One that is older than this was never registered. */
const LIFETIME = '1 day'

const isLeft = sql`path ~ ${ARCHIVE_UPLOAD.source} and stored_at < now() - ${LIFETIME}::interval`

/** Removes archives that were uploaded to be registered and never were. A failing one is left for later. */
export async function removeLeftUploads({ database, objects, log }: RemovalParts): Promise<void> {
  for (const upload of await findUploads(database, isLeft))
    await database
      .transaction((tx) => removeLeft(tx, objects, upload))
      .catch((error) =>
        log.warn({ err: error, ...upload }, 'an archive that was never registered could not be removed'),
      )
}

/** It may have been sent again since, or removed by another server. */
async function removeLeft(tx: Transaction, objects: ObjectStore, { workspace_id, path }: UploadPlace) {
  const bucket = await lockBucket(tx, workspace_id)
  if (bucket === null) return
  if (!(await forgetUpload(tx, workspace_id, path, isLeft))) return
  const found = await objects.stat(bucket, path)
  if (!found) return
  await recordRemoval(tx, podium, workspace_id, found)
  await objects.remove(bucket, path)
}

async function recordRemoval(
  tx: Transaction,
  actor: Actor,
  workspace_id: string,
  { path, size, etag }: StoredObject,
): Promise<void> {
  const event = { action: 'object.delete', ...namedObject('object', { id: path, name: path, workspace_id }) }
  await record(tx, actor, { ...event, before: { size, etag } })
}
