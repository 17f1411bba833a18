import { fail } from '@podium/contract/errors.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import type { Transaction } from '@podium/database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/call.ts'
import { isUniqueViolation } from '../../http/database-errors.ts'
import { record } from '../audit/audit.ts'
import { withBucket } from './bucket.ts'
import { checkedSpecs, type KnowsType } from './execution-specs.ts'
import { EMPTY_BUCKET, WHOLE_BUCKET } from './held-place.ts'
import { findWorkspace, hasSolutions } from './reads.ts'
import { giveUp, holdsAnything, workOff } from './removals.ts'
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
  const bucket = changes.s3_bucket_name ?? before.s3_bucket_name
  const write = (make: (tx: Transaction) => Promise<void>) =>
    database.transaction((tx) => writeEdit(deps, tx, edit, changes, make))
  const kept = await (bucket === before.s3_bucket_name
    ? write(async () => undefined)
    : withBucket(deps, bucket, write)
  ).catch((error) => {
    if (isUniqueViolation(error, 'workspaces_bucket')) fail('WORKSPACE.BUCKET.TAKEN')
    throw error
  })
  if (bucket !== before.s3_bucket_name) await workOff(deps)
  return kept ? current() : fail('EDIT.STALE', {}, { current: await current() })
}

/** @returns whether the revision was the current one */
async function writeEdit(
  deps: Deps,
  tx: Transaction,
  { caller, workspace, revision }: Edit,
  changes: Partial<Editable>,
  make: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  const was = (await lockWorkspace(tx, workspace.id)) ?? fail('NOT.FOUND')
  if (revision !== null && was.revision !== revision) return false
  const names = Object.keys(changes) as (keyof Editable)[]
  if (names.length === 0) return true
  const bucket = was.s3_bucket_name
  const moves = changes.s3_bucket_name !== undefined && changes.s3_bucket_name !== bucket
  if (moves && (await isInUse(deps, tx, workspace.id, bucket))) fail('WORKSPACE.BUCKET.USED', { bucket })
  await updateWorkspace(tx, workspace.id, changes)
  if (moves) {
    await make(tx)
    await giveUp(tx, [{ bucket, prefix: EMPTY_BUCKET }])
  }
  await record(tx, caller, {
    action: 'workspace.edit',
    object_kind: 'workspace',
    object_id: workspace.id,
    object_name: workspace.name,
    workspace_id: workspace.id,
    before: Object.fromEntries(names.map((name) => [name, was[name]])),
    after: { ...changes },
  })
  return true
}

/** Versions and runs name the bucket in what they keep, so they hold it as much as files do. */
async function isInUse({ objects }: Deps, tx: Transaction, id: string, bucket: string): Promise<boolean> {
  return (
    (await hasSolutions(tx, id)) ||
    (await isPending(tx, { bucket, prefix: WHOLE_BUCKET })) ||
    holdsAnything(objects, bucket)
  )
}
