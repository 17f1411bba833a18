import { fail } from '@podium/contract/errors.ts'
import type { createInstance, InstanceDetail } from '@podium/contract/instances.ts'
import { canonicalJson } from '@podium/contract/metadata-json.ts'
import type { Consequences } from '@podium/contract/shapes.ts'
import type { Transaction } from '@podium/database/connect.ts'
import type * as z from 'zod/mini'
import type { Deps, ServingDeps } from '../../deps.ts'
import type { Caller, ScopedObject, Sent } from '../../http/call.ts'
import { tellTaken } from '../../http/database-errors.ts'
import { isUuid } from '../../http/scoped-objects.ts'
import { record } from '../audit/audit.ts'
import { shortenedFields } from '../audit/shortened.ts'
import { consequencesOf } from '../solutions/consequences.ts'
import { deleteAndSweep, deleteObject } from '../solutions/deletion.ts'
import { checkedDetails, type DetailsSent, detailsOf, UNSAID } from './details.ts'
import { readInstance } from './reads.ts'
import { type Details, holdVersionIn, insertInstance, lockForEdit, updateInstance } from './repository.ts'

export type InstanceSent = z.infer<typeof createInstance.body>

/** Binds a solution version of the workspace to a name, tiers and parameters. */
export async function makeInstance(
  { database }: Deps,
  workspace: ScopedObject,
  caller: Caller,
  { solution_version_id, coupled = false, ...sent }: InstanceSent,
): Promise<Sent<InstanceDetail>> {
  const { workspace_id } = workspace
  const { name } = sent
  const write = database.transaction(async (tx) => {
    const found = isUuid(solution_version_id)
      ? await holdVersionIn(tx, workspace_id, solution_version_id)
      : null
    const version = found ?? fail('NOT.FOUND')
    const details = checkedDetails(version, workspace.s3_bucket_name, {
      ...UNSAID,
      ...detailsOf(version, sent),
      name,
    })
    const { metadata_json: _, ...told } = details
    const id = await insertInstance(tx, {
      ...details,
      workspace_id,
      solution_id: version.solution_id,
      solution_version_id: version.id,
      coupled,
      created_by: caller.account_id,
    })
    await record(tx, caller, {
      action: 'instance.create',
      object_kind: 'instance',
      object_id: id,
      object_name: name,
      workspace_id,
      after: shortenedFields({ ...told, coupled, version_num: version.version_num }),
    })
    return readInstance(tx, id)
  })
  return (
    (await write.catch(tellTaken('instances_name', 'INSTANCE.NAME.TAKEN', { name }))) ?? fail('NOT.FOUND')
  )
}

/** Deletes an instance with its streams and their runs. */
export function deleteInstance(deps: ServingDeps, instance: ScopedObject, caller: Caller) {
  return deleteAndSweep(deps, instance, (tx) => deleteObject(tx, instance, caller))
}

/** Whether the instance may be deleted now, and what would go with it. */
export function checkInstanceDeletion(deps: Deps, instance: ScopedObject): Promise<Consequences> {
  return consequencesOf(deps, instance)
}

export interface Edit {
  instance: ScopedObject
  caller: Caller
  sent: DetailsSent
  /** the one the caller saw, or null when they did not say */
  revision: number | null
}

/**
 * Changes what was sent and differs; what ends up complete is checked whole.
 * @throws Failure EDIT.STALE with the instance as it is now
 */
export async function editInstance({ database }: Deps, change: Edit): Promise<Sent<InstanceDetail>> {
  const { id, name } = change.instance
  const kept = await database
    .transaction((tx) => edit(tx, change))
    .catch(tellTaken('instances_name', 'INSTANCE.NAME.TAKEN', { name: change.sent.name ?? name }))
  const current = (await readInstance(database, id)) ?? fail('NOT.FOUND')
  return kept
    ? current
    : fail('EDIT.STALE', {}, { current: { ...current, description: current.description ?? '' } })
}

/** @returns false when somebody else changed it since that revision */
async function edit(tx: Transaction, { instance, caller, sent, revision }: Edit): Promise<boolean> {
  const held = (await lockForEdit(tx, instance.id)) ?? fail('NOT.FOUND')
  if (revision !== null && revision !== held.revision) return false
  const { version, details: was } = held
  const wished = { ...was, ...detailsOf(version, sent) }
  if (wished.draft && held.has_stream) fail('INSTANCE.USED')
  const after = checkedDetails(version, instance.s3_bucket_name, wished)
  const changed = (Object.keys(after) as (keyof Details)[]).filter(
    (name) => canonicalJson(after[name]) !== canonicalJson(was[name]),
  )
  if (changed.length === 0) return true
  const only = (details: Details) => Object.fromEntries(changed.map((name) => [name, details[name]]))
  await updateInstance(tx, instance.id, only(after))
  await record(tx, caller, {
    action: 'instance.edit',
    object_kind: 'instance',
    object_id: instance.id,
    object_name: after.name,
    workspace_id: instance.workspace_id,
    before: shortenedFields(only(was)),
    after: shortenedFields(only(after)),
  })
  return true
}
