import { fail } from '@podium/contract/errors.ts'
import { may } from '@podium/contract/permissions.ts'
import type { Transaction } from '@podium/database/connect.ts'
import type { Deps } from '../../deps.ts'
import { madeItAlone } from '../../http/below.ts'
import type { Caller, ScopedObject } from '../../http/call.ts'
import { record } from '../audit/audit.ts'
import { discardOfDeleted } from '../workspaces/engine-kept-work.ts'
import { giveUp, workOff } from '../workspaces/removals.ts'
import { replaceLeftArchives } from './left-archives.ts'
import { type DeletableKind, deleteHeld, holdWithAllBelow } from './repository.ts'

export interface Deletion {
  kind: DeletableKind
  object: ScopedObject
  caller: Caller
  /** prefixes of the bucket that belong to the object itself */
  prefixes: string[]
}

/**
 * Deletes an object with its streams and runs in the transaction, and gives their places in the bucket up.
 * @throws Failure NOT.ALLOWED, DELETE.LIVE, NOT.FOUND
 */
export async function deleteObject(
  tx: Transaction,
  { kind, object, caller, prefixes }: Deletion,
): Promise<void> {
  const streams = await holdWithAllBelow(tx, kind, object.id)
  await checkStillAlone(tx, { kind, object, caller })
  await deleteHeld(tx, kind, object.id)
  const below = streams.map((stream) => `streams/${stream}/`)
  await giveUp(
    tx,
    [...new Set([...prefixes, ...below])].map((prefix) => ({ bucket: object.s3_bucket_name, prefix })),
  )
  await record(tx, caller, {
    action: `${kind}.delete`,
    object_kind: kind,
    object_id: object.id,
    object_name: object.name,
    workspace_id: object.workspace_id,
    before: { name: object.name, streams: streams.length },
  })
}

/** Somebody else may have put something below since its maker was let in; while it is held nobody can any more. */
async function checkStillAlone(
  tx: Transaction,
  { kind, object, caller }: Pick<Deletion, 'kind' | 'object' | 'caller'>,
): Promise<void> {
  const permission = kind === 'run' ? 'stream.delete' : (`${kind}.delete` as const)
  const asked = { role: caller.role, workspaceRole: object.role }
  if (may(permission, { ...asked, madeIt: false })) return
  const madeIt = await madeItAlone(tx, object, caller.account_id)
  if (!may(permission, { ...asked, madeIt })) fail('NOT.ALLOWED')
}

/** Runs the deletion in a transaction, and removes what it gave up in the bucket and what the engine keeps of its runs. */
export async function deleteAndSweep(deps: Deps, work: (tx: Transaction) => Promise<void>): Promise<void> {
  await deps.database.transaction(work)
  await workOff(deps)
  await replaceLeftArchives(deps).catch((err) => deps.log.warn({ err }, 'archives of deleted runs stay'))
  await discardOfDeleted(deps).catch((err) => deps.log.warn({ err }, 'the engine keeps what runs left'))
}
