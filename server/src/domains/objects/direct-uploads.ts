import { fail } from '@podium/contract/rules/errors.ts'
import {
  type DirectTransfers,
  StoreAway,
  type StoredObject,
  UploadIncomplete,
} from '@podium/storage/object-store.ts'
import type { Deps } from '../../deps.ts'
import type { Caller, ScopedObject } from '../../http/call.ts'
import { createInstallationKey } from '../../http/installation-key.ts'
import { roomFor } from '../../room.ts'
import { checkStorage, lockStorage } from '../workspaces/quotas/storage.ts'
import { endLeftOf, forgetBegun, noteBegun, refuseMany, touchBegun } from './begun-uploads.ts'
import { type BegunUpload, nameOfUpload, uploadNamed } from './upload-names.ts'
import { addedBy, checkPlace, recordedWrite, withStoreErrors } from './writes.ts'

/** Validity of an address in seconds. A client uses it at once, and a transfer that has begun may take longer. */
const SECONDS = 60

export interface Announced {
  path: string
  bytes: number
  replace: boolean
}

/**
 * Uploads that a client sends to the store. Each step checks permissions; the last one does what `storeUpload` does.
 */
export function createDirectUploads(deps: Deps) {
  const { database, objects, config, log } = deps
  const key = createInstallationKey(database, 'direct-uploads')
  /** If all workspaces share one bucket of the service, one answer is valid for all. */
  const shared = config.objects.kind === 's3' ? config.objects.bucket : null
  /** by bucket: true if it accepts uploads from pages */
  const answers = new Map<string, boolean>()

  /** True if the store accepts uploads from pages of this installation into the bucket. */
  async function takesFromPages(direct: DirectTransfers, ours: string): Promise<boolean> {
    const bucket = shared ?? ours
    const origin = config.public_url?.origin
    if (origin === undefined) return false
    if (answers.get(bucket)) return true
    const takes = await direct.takesFrom(bucket, origin).catch((error) => {
      if (error instanceof StoreAway) return false
      throw error
    })
    if (!takes && !answers.has(bucket)) log.warn(refusedPages(origin, bucket, direct))
    answers.set(bucket, takes)
    return takes
  }

  /**
   * Returns null if files of the workspace go through the server.
   * @throws Failure as `storeUpload`
   */
  async function begin(workspace: ScopedObject, caller: Caller, { path, bytes, replace }: Announced) {
    const { direct } = objects
    const { workspace_id, s3_bucket_name: bucket } = workspace
    if (direct === null || !(await takesFromPages(direct, bucket))) return null
    await checkPlace(database, workspace, path)
    if (bytes > config.upload_max) failTooLarge()
    await roomFor(bytes, deps)
    await endLeftOf(database, direct, caller)
    const added = addedBy(workspace, caller, path, bytes)
    await checkStorage(database, added)
    const store = await withStoreErrors(path, config.upload_max, () =>
      direct.begin(bucket, path, { bytes, replace }),
    )
    const begun = { workspace_id, bucket, path, replace, account_id: caller.account_id, store }
    try {
      await database.transaction(async (tx) => {
        await refuseMany(tx, caller)
        await lockStorage(tx, added)
        await noteBegun(tx, begun)
      })
    } catch (error) {
      await direct.abort(bucket, path, store)
      throw error
    }
    return nameOfUpload(begun, await key())
  }

  function failTooLarge(): never {
    return fail('OBJECT.LARGE', { limit: `${config.upload_max.toLocaleString('en')} bytes` })
  }

  /** @throws Failure NOT.FOUND for an upload of another person or workspace */
  async function find(workspace: ScopedObject, caller: Caller, name: string) {
    const { direct } = objects
    const found = uploadNamed(name, await key())
    if (direct === null || found === null || !isOf(found, workspace, caller)) return fail('NOT.FOUND')
    return { ...found, direct }
  }

  return {
    /** Warns at the start if CORS rules are missing, where that can be asked before there is a workspace. */
    async checkPages(): Promise<void> {
      if (objects.direct !== null && shared !== null) await takesFromPages(objects.direct, shared)
    },

    partBytes: objects.direct?.partBytes ?? 0,
    begin,

    /** @throws Failure NOT.FOUND, also for a part that the upload does not have */
    async addressOfPart(
      workspace: ScopedObject,
      caller: Caller,
      name: string,
      number: number,
    ): Promise<string> {
      const { direct, bucket, path, store } = await find(workspace, caller, name)
      await touchBegun(database, store.mark)
      return (await direct.part(bucket, path, store, { number, seconds: SECONDS })) ?? fail('NOT.FOUND')
    },

    /** @throws Failure UPLOAD.ENDED, NOT.FOUND, and as `storeUpload` */
    async end(workspace: ScopedObject, caller: Caller, name: string): Promise<StoredObject> {
      const { direct, bucket, path, replace, store } = await find(workspace, caller, name)
      await roomFor(1, deps)
      const within = recordedWrite(deps, workspace, caller, { path, replace, mark: store.mark })
      return withStoreErrors(path, config.upload_max, () =>
        direct.end(bucket, path, store, { replace, limit: config.upload_max, within }).catch((error) => {
          if (error instanceof UploadIncomplete) return fail('UPLOAD.ENDED')
          throw error
        }),
      )
    },

    async abort(workspace: ScopedObject, caller: Caller, name: string): Promise<void> {
      const { direct, bucket, path, store } = await find(workspace, caller, name)
      await direct.abort(bucket, path, store)
      await forgetBegun(database, store.mark)
    },
  }
}

/** The bucket is compared too, because the workspace may have another one by now. */
function isOf(upload: BegunUpload, workspace: ScopedObject, { account_id }: Caller): boolean {
  const { workspace_id, s3_bucket_name } = workspace
  return (
    upload.workspace_id === workspace_id &&
    upload.bucket === s3_bucket_name &&
    upload.account_id === account_id
  )
}

/** The warning that an operator gets once. */
function refusedPages(origin: string, bucket: string, { origins: [store = ''] }: DirectTransfers): string {
  return `Files for the bucket ${bucket} are uploaded through this server, because ${store} does not accept them from pages of ${origin}: allow PUT for that origin at the object store (CORS).`
}
