import { may } from '@podium/contract/permissions.ts'
import type { Transaction } from '@podium/database/connect.ts'
import type { Deps, ServingDeps } from '../../deps.ts'
import { madeItAlone, refuseDeletion } from '../../http/below.ts'
import type { Caller, ScopedObject } from '../../http/call.ts'
import { record } from '../audit/audit.ts'
import { discardOf } from '../workspaces/engine-kept-work.ts'
import { PATIENCE_MS, workOffBelow } from '../workspaces/removals.ts'
import { giveUp, type ObjectPrefix } from '../workspaces/reservation.ts'
import { replaceArchivesOf } from './left-archives.ts'
import { type DeletableKind, deleteHeld, holdWithAllBelow } from './repository.ts'

export interface Deletion {
  kind: DeletableKind
  object: ScopedObject
  caller: Caller
  /** prefixes of the bucket that belong to the object itself */
  prefixes: string[]
}

/** What is still there of a deleted object when its rows are gone. */
export interface Leavings {
  places: ObjectPrefix[]
  runs: string[]
}

/**
 * Deletes an object with its streams and runs in the transaction, and gives their places in the bucket up.
 * @throws Failure NOT.ALLOWED, DELETE.BUILT_ON, DELETE.LIVE, NOT.FOUND
 */
export async function deleteObject(
  tx: Transaction,
  { kind, object, caller, prefixes }: Deletion,
): Promise<Leavings> {
  const streams = await holdWithAllBelow(tx, kind, object.id)
  await checkStillAlone(tx, { kind, object, caller })
  const runs = await deleteHeld(tx, kind, object.id)
  const below = streams.map((stream) => `streams/${stream}/`)
  const places = [...prefixes, ...below].map((prefix) => ({ bucket: object.s3_bucket_name, prefix }))
  await giveUp(tx, places)
  await recordDeletion(tx, { kind, object, caller }, streams.length)
  return { places, runs }
}

export async function recordDeletion(
  tx: Transaction,
  { kind, object, caller }: Pick<Deletion, 'kind' | 'object' | 'caller'>,
  streams: number,
): Promise<void> {
  await record(tx, caller, {
    action: `${kind}.delete`,
    object_kind: kind,
    object_id: object.id,
    object_name: object.name,
    workspace_id: object.workspace_id,
    before: { name: object.name, streams },
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
  if (!may(permission, { ...asked, madeIt })) await refuseDeletion(tx, object, caller.account_id)
}

/**
 * Runs the deletion in a transaction. What it left is removed next, and its own alone: nobody waits long for that, and
 * what is not gone by then goes while the server lives or with its next sweep.
 */
export async function deleteAndSweep(
  deps: ServingDeps,
  work: (tx: Transaction) => Promise<Leavings>,
): Promise<void> {
  const left = await deps.database.transaction(work)
  await deps.background.begin((ending) => clearAway(deps, left, ending), PATIENCE_MS)
}

async function clearAway(deps: Deps, { places, runs }: Leavings, ending: AbortSignal): Promise<void> {
  for (const place of places) await workOffBelow(deps, place, ending)
  if (ending.aborted) return
  await replaceArchivesOf(deps, runs).catch((err) => deps.log.warn({ err }, 'archives of deleted runs stay'))
  await discardOf(deps, runs).catch((err) => deps.log.warn({ err }, 'the engine keeps what runs left'))
}
