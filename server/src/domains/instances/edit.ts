import { fail } from '@podium/contract/errors.ts'
import type { InstanceDetail } from '@podium/contract/instances.ts'
import { canonicalJson } from '@podium/contract/metadata-json.ts'
import type { Transaction } from '@podium/database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Caller, ScopedObject, Sent } from '../../http/call.ts'
import { record } from '../audit/audit.ts'
import { shortenedFields } from '../audit/shortened.ts'
import { checkedDetails, type DetailsSent, detailsOf } from './details.ts'
import { readInstance } from './reads.ts'
import { type Details, lockForEdit, updateInstance } from './repository.ts'
import { takenAs } from './service.ts'

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
  const kept = await database.transaction((tx) => edit(tx, change)).catch(takenAs(change.sent.name ?? name))
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
