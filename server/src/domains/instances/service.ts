import { fail, failField } from '@podium/contract/errors.ts'
import type { createInstance, Instance } from '@podium/contract/instances.ts'
import { sameExceptRunChoices } from '@podium/contract/metadata-changes.ts'
import { TIERS } from '@podium/contract/tiers.ts'
import type * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import type { Caller, ScopedObject, Sent } from '../../http/call.ts'
import { isUuid } from '../../http/scoped-objects.ts'
import { record } from '../audit/audit.ts'
import { deleteAndSweep, deleteObject } from '../solutions/deletion.ts'
import { isTakenIn } from '../solutions/repository.ts'
import { refuseUnstorable } from '../solutions/unstorable.ts'
import { readInstance } from './reads.ts'
import { type BoundVersion, insertInstance, readVersionIn } from './repository.ts'

export type InstanceSent = z.infer<typeof createInstance.body>

/** Binds a solution version of the workspace to a name, tiers and parameters. */
export async function makeInstance(
  { database }: Deps,
  workspace: ScopedObject,
  caller: Caller,
  sent: InstanceSent,
): Promise<Sent<Instance>> {
  const { metadata_json, ...rest } = sent
  refuseUnstorable(rest)
  if (sent.name.trim() === '') failField('name', 'This field is required.')
  const { workspace_id } = workspace
  const found = isUuid(sent.solution_version_id)
    ? await readVersionIn(database, workspace_id, sent.solution_version_id)
    : null
  const version = found ?? fail('NOT.FOUND')
  refuseOtherMetadata(version, metadata_json)
  const values = valuesOf(rest)
  const row = {
    ...values,
    ...idsOf(version),
    workspace_id,
    metadata_json: metadata_json ?? null,
    created_by: caller.account_id,
  }
  const write = database.transaction(async (tx) => {
    const id = await insertInstance(tx, row)
    await record(tx, caller, {
      action: 'instance.create',
      object_kind: 'instance',
      object_id: id,
      object_name: sent.name,
      workspace_id,
      after: { ...values, version_num: version.version_num },
    })
    return readInstance(tx, id)
  })
  const made = await write.catch((error) => {
    if (isTakenIn(error, 'instances_name')) fail('INSTANCE.NAME.TAKEN', { name: sent.name })
    throw error
  })
  return made ?? fail('NOT.FOUND')
}

/** Deletes an instance with its streams and their runs. */
export async function deleteInstance(deps: Deps, instance: ScopedObject, caller: Caller): Promise<void> {
  await deleteAndSweep(deps, (tx) =>
    deleteObject(tx, { kind: 'instance', object: instance, caller, prefixes: [] }),
  )
}

function idsOf({ id, solution_id }: BoundVersion) {
  return { solution_version_id: id, solution_id }
}

/** '' in an optional text counts as not given. */
function valuesOf(sent: Omit<InstanceSent, 'metadata_json'>) {
  return {
    name: sent.name,
    description: sent.description || null,
    tags: sent.tags ?? [],
    modes: sent.modes ?? {},
    execution_specs: sent.execution_specs ?? {},
    train_resource: knownTier(sent.train_resource),
    draft: sent.draft ?? false,
    coupled: sent.coupled ?? false,
  }
}

function knownTier(sent: string | undefined): string | null {
  if (sent === undefined || sent === '') return null
  const tier = TIERS.find((known) => known === sent)
  return tier ?? failField('train_resource', `This must be one of ${TIERS.join(', ')}.`)
}

function refuseOtherMetadata(version: BoundVersion, sent: unknown): void {
  if (sent === undefined) return
  const path = sameExceptRunChoices(version.metadata, sent)
  if (path === null) return
  const where = path === '' ? 'metadata_json' : `metadata_json.${path}`
  fail('RUN.CHOICE', {
    problem: `${where} differs from version ${version.version_num} of ${version.solution_name}. Only dataset_uri, parameters.selected_user_parameters and resource.default of a pipeline may differ.`,
  })
}
