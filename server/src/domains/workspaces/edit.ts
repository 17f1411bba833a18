import { isDeepStrictEqual } from 'node:util'
import { fail } from '@podium/contract/errors.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import type { Transaction } from '@podium/database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/call.ts'
import { isUniqueViolation } from '../../http/database-errors.ts'
import { record } from '../audit/audit.ts'
import { type Make, withBucket } from './bucket.ts'
import { checkedSpecs, type KnowsType } from './execution-specs.ts'
import { EMPTY_BUCKET, WHOLE_BUCKET } from './held-place.ts'
import { findWorkspace, hasSolutions } from './reads.ts'
import { giveUp, holdsAnything, workOffBelow } from './removals.ts'
import { type Editable, lockWorkspace, updateWorkspace } from './repository.ts'
import { isPending } from './reservation.ts'
import { checkFields, type WorkspaceFields } from './workspace-fields.ts'

export interface Edit {
  caller: Caller
  workspace: { id: string; name: string }
  fields: Omit<WorkspaceFields, 'name'>
  /** the one the caller saw, or null when they did not say */
  revision: number | null
}

/**
 * Changes the fields that are given. Of many edits of one revision one is kept.
 * @throws Failure EDIT.STALE with the workspace as it is now
 */
export async function editWorkspace(deps: Deps, isKnown: KnowsType, edit: Edit): Promise<Workspace> {
  const { caller, workspace, fields } = edit
  const { database } = deps
  checkFields(fields, deps.config.monitoring)
  const changes: Partial<Editable> = {
    ...(fields.dashboard_hash !== undefined && { dashboard_hash: fields.dashboard_hash || null }),
    ...(fields.edge_conductor_url !== undefined && { edge_conductor_url: fields.edge_conductor_url || null }),
    ...(fields.execution_specs && { execution_specs: checkedSpecs(fields.execution_specs, isKnown) }),
    ...(fields.s3_bucket_name !== undefined && { s3_bucket_name: fields.s3_bucket_name }),
  }
  const current = () =>
    findWorkspace(database, caller, workspace.id).then((found) => found ?? fail('NOT.FOUND'))
  const before = await current()
  if (isStale(edit, before)) fail('EDIT.STALE', {}, { current: before })
  const bucket = changes.s3_bucket_name ?? before.s3_bucket_name
  const moves = bucket !== before.s3_bucket_name
  const write = (make: Make | null) => database.transaction((tx) => writeEdit(deps, tx, edit, changes, make))
  const edited = await (moves ? withBucket(deps, bucket, write) : write(null)).catch((error) => {
    if (isUniqueViolation(error, 'workspaces_bucket')) fail('WORKSPACE.BUCKET.TAKEN')
    throw error
  })
  if (moves) await workOffBelow(deps, { bucket: before.s3_bucket_name, prefix: EMPTY_BUCKET })
  return edited ?? fail('EDIT.STALE', {}, { current: await current() })
}

function isStale({ revision }: Edit, now: { revision: number }): boolean {
  return revision !== null && now.revision !== revision
}

/** @returns the workspace as it is then; null when the edit is stale */
async function writeEdit(
  deps: Deps,
  tx: Transaction,
  edit: Edit,
  asked: Partial<Editable>,
  make: Make | null,
): Promise<Workspace | null> {
  const { caller, workspace } = edit
  const was = (await lockWorkspace(tx, workspace.id)) ?? fail('NOT.FOUND')
  if (isStale(edit, was)) return null
  const written = () => findWorkspace(tx, caller, workspace.id)
  const names = (Object.keys(asked) as (keyof Editable)[]).filter(
    (name) => !isDeepStrictEqual(asked[name], was[name]),
  )
  if (names.length === 0) return written()
  const changes = pick(asked, names)
  const bucket = was.s3_bucket_name
  const moves = changes.s3_bucket_name !== undefined
  // it has left that bucket in this very moment, so there is none to keep
  if (moves && make === null) return null
  if (moves && (await isInUse(deps, tx, workspace.id, bucket))) fail('WORKSPACE.BUCKET.USED', { bucket })
  await updateWorkspace(tx, workspace.id, changes)
  if (moves) {
    await make?.(tx)
    await giveUp(tx, [{ bucket, prefix: EMPTY_BUCKET }])
  }
  await record(tx, caller, {
    action: 'workspace.edit',
    object_kind: 'workspace',
    object_id: workspace.id,
    object_name: workspace.name,
    workspace_id: workspace.id,
    before: pick(was, names),
    after: changes,
  })
  return written()
}

function pick<T extends Partial<Editable>>(from: T, names: (keyof Editable)[]): Partial<Editable> {
  return Object.fromEntries(names.map((name) => [name, from[name]]))
}

/** Versions and runs name the bucket in what they keep, so they hold it as much as files do. */
async function isInUse({ objects }: Deps, tx: Transaction, id: string, bucket: string): Promise<boolean> {
  return (
    (await hasSolutions(tx, id)) ||
    (await isPending(tx, { bucket, prefix: WHOLE_BUCKET })) ||
    holdsAnything(objects, bucket)
  )
}
