import { fail, failField } from '@podium/contract/errors.ts'
import { canonicalJson } from '@podium/contract/metadata-json.ts'
import { messages } from '@podium/contract/rules.ts'
import type { ChosenParameters, Stream } from '@podium/contract/streams.ts'
import type { Transaction } from '@podium/database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Caller, ScopedObject, Sent } from '../../http/call.ts'
import { record } from '../audit/audit.ts'
import { shortenedFields } from '../audit/shortened.ts'
import { refuseLarge, refuseUnstorable } from '../solutions/unstorable.ts'
import { checkedForBoth } from './parameters.ts'
import { readStream } from './reads.ts'
import { lockStream, updateStream } from './repository.ts'
import { takenAs } from './service.ts'

export interface Edit {
  stream: ScopedObject
  caller: Caller
  sent: { name?: string | undefined; parameters?: ChosenParameters | undefined }
  /** the one the caller saw, or null when they did not say */
  revision: number | null
}

/**
 * Changes what was sent and differs; runs that have begun keep what they were given.
 * @throws Failure EDIT.STALE with the stream as it is now
 */
export async function editStream({ database }: Deps, change: Edit): Promise<Sent<Stream>> {
  const { stream, sent } = change
  refuseUnstorable(sent)
  refuseLarge('parameters', sent.parameters, 3)
  if (sent.name?.trim() === '') failField('name', messages.required)
  const kept = await database.transaction((tx) => edit(tx, change)).catch(takenAs(sent.name ?? stream.name))
  const current = (await readStream(database, stream.id)) ?? fail('NOT.FOUND')
  return kept ? current : fail('EDIT.STALE', {}, { current })
}

/** @returns false when somebody else changed it since that revision */
async function edit(tx: Transaction, { stream, caller, sent, revision }: Edit): Promise<boolean> {
  const held = (await lockStream(tx, stream.id)) ?? fail('NOT.FOUND')
  if (revision !== null && revision !== held.revision) return false
  const was = { name: held.name, parameters: held.parameters }
  const after = {
    name: sent.name ?? was.name,
    parameters: sent.parameters ? checkedForBoth(held, sent.parameters) : was.parameters,
  }
  const changed = (['name', 'parameters'] as const).filter(
    (field) => canonicalJson(after[field]) !== canonicalJson(was[field]),
  )
  if (changed.length === 0) return true
  const only = (values: typeof was) => Object.fromEntries(changed.map((field) => [field, values[field]]))
  await updateStream(tx, stream.id, only(after))
  await record(tx, caller, {
    action: 'stream.edit',
    object_kind: 'stream',
    object_id: stream.id,
    object_name: after.name,
    workspace_id: stream.workspace_id,
    before: shortenedFields(only(was)),
    after: shortenedFields(only(after)),
  })
  return true
}
