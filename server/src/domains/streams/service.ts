import { fail, failField } from '@podium/contract/errors.ts'
import { messages } from '@podium/contract/rules.ts'
import type { Consequences } from '@podium/contract/shapes.ts'
import type { createStream, Stream } from '@podium/contract/streams.ts'
import type { Transaction } from '@podium/database/connect.ts'
import type * as z from 'zod/mini'
import type { Deps, ServingDeps } from '../../deps.ts'
import type { Caller, ScopedObject, Sent } from '../../http/call.ts'
import { isUuid } from '../../http/scoped-objects.ts'
import { record } from '../audit/audit.ts'
import { shortenedFields } from '../audit/shortened.ts'
import { consequencesOf } from '../solutions/consequences.ts'
import { deleteAndSweep, deleteObject, type Leavings, recordDeletion } from '../solutions/deletion.ts'
import { isTakenIn } from '../solutions/repository.ts'
import { refuseLarge, refuseUnstorable } from '../solutions/unstorable.ts'
import { checkedForBoth } from './parameters.ts'
import { readStream } from './reads.ts'
import { coupledInstance, insertStream, lockInstance, streamOfRun } from './repository.ts'

export type StreamSent = z.infer<typeof createStream.body>

/** Makes a stream on an instance of the workspace. */
export async function makeStream(
  { database }: Deps,
  workspace: ScopedObject,
  caller: Caller,
  sent: StreamSent,
): Promise<Sent<Stream>> {
  refuseUnstorable(sent)
  refuseLarge('parameters', sent.parameters, 3)
  if (sent.name.trim() === '') failField('name', messages.required)
  const { workspace_id } = workspace
  const write = database.transaction(async (tx) => {
    const instance = isUuid(sent.instance_id) ? await lockInstance(tx, workspace_id, sent.instance_id) : null
    if (!instance) return fail('NOT.FOUND')
    if (instance.draft) fail('INSTANCE.DRAFT')
    if (instance.coupled && instance.has_stream) fail('STREAM.COUPLED')
    const parameters = checkedForBoth(instance, sent.parameters ?? {})
    const { name } = sent
    const id = await insertStream(tx, {
      workspace_id,
      instance_id: instance.id,
      name,
      parameters,
      created_by: caller.account_id,
    })
    await record(tx, caller, {
      action: 'stream.create',
      object_kind: 'stream',
      object_id: id,
      object_name: name,
      workspace_id,
      after: shortenedFields({ name, instance_id: instance.id, parameters }),
    })
    return readStream(tx, id)
  })
  return (await write.catch(takenAs(sent.name))) ?? fail('NOT.FOUND')
}

/** Says in a sentence that the name is taken; any other error stays as it is. */
export function takenAs(name: string): (error: unknown) => never {
  return (error) => {
    if (isTakenIn(error, 'streams_name')) fail('STREAM.NAME.TAKEN', { name })
    throw error
  }
}

/** Whether the stream may be deleted now, and what would go with it: a coupled instance too. */
export async function checkStreamDeletion(deps: Deps, stream: ScopedObject): Promise<Consequences> {
  const prefixes = [`streams/${stream.id}/`]
  const below = await consequencesOf(deps, 'stream', stream, { prefixes })
  const coupled = await coupledInstance(deps.database, stream.id)
  if (!coupled) return below
  return {
    ...below,
    contains: { ...below.contains, instances: 1 },
    names: { ...below.names, instances: [coupled.name] },
  }
}

/** Deletes a stream with its runs; with the coupled instance that was made for it alone. */
export async function deleteStream(deps: ServingDeps, stream: ScopedObject, caller: Caller): Promise<void> {
  await deleteAndSweep(deps, async (tx) => {
    const instance = await coupledInstance(tx, stream.id)
    if (instance) return deleteInstanceOf(tx, stream, instance, caller)
    return deleteObject(tx, { kind: 'stream', object: stream, caller, prefixes: [] })
  })
}

/** Deletes one run that has ended. */
export async function deleteRun(deps: ServingDeps, run: ScopedObject, caller: Caller): Promise<void> {
  await deleteAndSweep(deps, async (tx) => {
    const stream = (await streamOfRun(tx, run.id)) ?? fail('NOT.FOUND')
    const prefixes = [`streams/${stream}/${run.id}/`]
    return deleteObject(tx, { kind: 'run', object: run, caller, prefixes })
  })
}

async function deleteInstanceOf(
  tx: Transaction,
  stream: ScopedObject,
  instance: { id: string; name: string },
  caller: Caller,
): Promise<Leavings> {
  const object: ScopedObject = { ...stream, ...instance, kind: 'instance' }
  const left = await deleteObject(tx, { kind: 'instance', object, caller, prefixes: [] })
  await recordDeletion(tx, { kind: 'stream', object: stream, caller }, 1)
  return left
}
