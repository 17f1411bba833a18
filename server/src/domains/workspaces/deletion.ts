import { Failure, fail } from '@podium/contract/errors.ts'
import type { Deps, ServingDeps } from '../../deps.ts'
import type { Caller, ScopedObject } from '../../http/call.ts'
import { record } from '../audit/audit.ts'
import { discardOfDeleted } from './engine-kept-work.ts'
import { releaseUnknown } from './engine-workspaces.ts'
import { WHOLE_BUCKET } from './held-place.ts'
import { readMembers } from './member-repository.ts'
import { countContents } from './reads.ts'
import { giveUp, PATIENCE_MS, workOffBelow } from './removals.ts'
import { deleteLocked, lockWithAllBelow } from './repository.ts'
import { bytesBelow } from './storage-use.ts'

/** Whether the workspace may be deleted now, and what would go with it. */
export async function checkDeletion({ database, objects }: Deps, workspace: ScopedObject) {
  const { live, ...contains } = await countContents(database, workspace.id)
  const bytes = await bytesBelow(objects, workspace.s3_bucket_name, '')
  return {
    deletable: live === 0,
    reasons: live === 0 ? [] : [new Failure('DELETE.LIVE', { count: live }).message],
    contains: { ...contains, bytes },
  }
}

/**
 * Deletes the workspace with everything in it. That its bucket and what the engine keeps for it go is on record with
 * the transaction: a crash after it is made up for by the next sweep.
 * @throws Failure DELETE.LIVE
 */
export async function deleteWorkspace(
  deps: ServingDeps,
  caller: Caller,
  { id }: ScopedObject,
): Promise<{ id: string }> {
  const bucket = await deps.database.transaction(async (tx) => {
    const was = (await lockWithAllBelow(tx, id)) ?? fail('NOT.FOUND')
    const { live, ...contains } = await countContents(tx, id)
    if (live > 0) fail('DELETE.LIVE', { count: live })
    const members = await readMembers(tx, id)
    await deleteLocked(tx, id)
    await giveUp(tx, [{ bucket: was.s3_bucket_name, prefix: WHOLE_BUCKET }])
    await record(tx, caller, {
      action: 'workspace.delete',
      object_kind: 'workspace',
      object_id: id,
      object_name: was.name,
      workspace_id: id,
      before: { ...was, ...contains, members },
    })
    return was.s3_bucket_name
  })
  await deps.background.begin((ending) => clearAway(deps, bucket, ending), PATIENCE_MS)
  return { id }
}

async function clearAway(deps: Deps, bucket: string, ending: AbortSignal): Promise<void> {
  await workOffBelow(deps, { bucket, prefix: WHOLE_BUCKET }, ending)
  await discardOfDeleted(deps).catch((err) => deps.log.warn({ err }, 'the engine keeps what runs left'))
  await releaseUnknown(deps).catch((err) => deps.log.warn({ err }, 'the engine keeps what it prepared'))
}
