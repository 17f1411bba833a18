import { fail } from '@podium/contract/errors.ts'
import type { createInstance, InstanceDetail } from '@podium/contract/instances.ts'
import type { Consequences } from '@podium/contract/shapes.ts'
import type * as z from 'zod/mini'
import type { Deps, ServingDeps } from '../../deps.ts'
import type { Caller, ScopedObject, Sent } from '../../http/call.ts'
import { isUuid } from '../../http/scoped-objects.ts'
import { record } from '../audit/audit.ts'
import { shortenedFields } from '../audit/shortened.ts'
import { consequencesOf } from '../solutions/consequences.ts'
import { deleteAndSweep, deleteObject } from '../solutions/deletion.ts'
import { isTakenIn } from '../solutions/repository.ts'
import { checkedDetails, detailsOf, UNSAID } from './details.ts'
import { readInstance } from './reads.ts'
import { holdVersionIn, insertInstance } from './repository.ts'

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
  return (await write.catch(takenAs(name))) ?? fail('NOT.FOUND')
}

/** Says in a sentence that the name is taken; any other error stays as it is. */
export function takenAs(name: string): (error: unknown) => never {
  return (error) => {
    if (isTakenIn(error, 'instances_name')) fail('INSTANCE.NAME.TAKEN', { name })
    throw error
  }
}

/** Deletes an instance with its streams and their runs. */
export async function deleteInstance(
  deps: ServingDeps,
  instance: ScopedObject,
  caller: Caller,
): Promise<void> {
  await deleteAndSweep(deps, (tx) =>
    deleteObject(tx, { kind: 'instance', object: instance, caller, prefixes: [] }),
  )
}

/** Whether the instance may be deleted now, and what would go with it. */
export function checkInstanceDeletion(deps: Deps, instance: ScopedObject): Promise<Consequences> {
  return consequencesOf(deps, 'instance', instance, { prefixes: [] })
}
