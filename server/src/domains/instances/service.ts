import type { createInstance, InstanceDetail } from '@podium/contract/calls/instances.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Transaction } from '@podium/database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Call, Caller, ScopedObject, Sent } from '../../http/call.ts'
import { failIfTaken } from '../../http/errors/database-errors.ts'
import { namedObject, record } from '../audit/audit.ts'
import { shortenedFields, shortenedSides } from '../audit/shortened.ts'
import { editRecord } from '../edit-record.ts'
import { deleteObject } from '../solutions/deletion.ts'
import { checkedDetails, type DetailsSent, detailsOf, UNSAID } from './details.ts'
import { readInstance } from './reads.ts'
import {
  type Details,
  deleteInstanceRow,
  insertInstance,
  type LockedInstance,
  lockForEdit,
  lockVersionIn,
  updateInstance,
} from './repository.ts'

/** Binds a solution version of the workspace to a name, tiers and parameters. */
export async function makeInstance(
  { database }: Deps,
  workspace: ScopedObject,
  caller: Caller,
  { solution_version_id, coupled = false, ...sent }: Call<typeof createInstance>['body'],
): Promise<Sent<InstanceDetail>> {
  const { workspace_id } = workspace
  const { name } = sent
  const write = database.transaction(async (tx) => {
    const version = (await lockVersionIn(tx, workspace_id, solution_version_id)) ?? fail('NOT.FOUND')
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
      ...namedObject('instance', { id, name, workspace_id }),
      after: shortenedFields({ ...told, coupled, version_num: version.version_num }),
    })
    return readInstance(tx, id)
  })
  return write.catch(failIfTaken('instances_name', 'INSTANCE.NAME.TAKEN', { name }))
}

/**
 * Changes the fields that were sent and differ. If the result is not a draft, all its modes are checked.
 * @param revision the revision that the caller saw, or null if they named none
 * @throws Failure EDIT.STALE with the instance as it is now
 */
export function editInstance(
  { database }: Deps,
  instance: ScopedObject,
  caller: Caller,
  sent: DetailsSent,
  revision: number | null,
): Promise<Sent<InstanceDetail>> {
  const { id, workspace_id, s3_bucket_name } = instance
  return editRecord<LockedInstance, Details, Sent<InstanceDetail>>(
    database,
    {
      actor: caller,
      revision,
      lock: (tx) => lockForEdit(tx, id),
      compare({ version, details, has_stream }) {
        const requested = { ...details, ...detailsOf(version, sent) }
        if (requested.draft && has_stream) fail('INSTANCE.USED')
        return { before: details, after: checkedDetails(version, s3_bucket_name, requested) }
      },
      write: (tx, changes) => updateInstance(tx, id, changes),
      event: (_, { name }) => ({
        action: 'instance.edit',
        ...namedObject('instance', { id, name, workspace_id }),
      }),
      audited: shortenedSides,
    },
    () => readInstance(database, id),
  ).catch(failIfTaken('instances_name', 'INSTANCE.NAME.TAKEN', { name: sent.name ?? instance.name }))
}

/** Deletes an instance with its streams and runs. */
export function deleteInstance(tx: Transaction, instance: ScopedObject, caller: Caller) {
  return deleteObject(tx, instance, caller, deleteInstanceRow)
}
