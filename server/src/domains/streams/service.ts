import type { ChosenParameters, createStream, Stream } from '@podium/contract/calls/streams.ts'
import { fail, failField } from '@podium/contract/rules/errors.ts'
import { messages } from '@podium/contract/rules/rules.ts'
import { pipelineOf } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import { MODES } from '@podium/contract/solution-metadata/modes.ts'
import type { Consequences } from '@podium/contract/wire/shapes.ts'
import type { Deps, ServingDeps } from '../../deps.ts'
import type { Call, Caller, ScopedObject, Sent } from '../../http/call.ts'
import { failIfTaken } from '../../http/errors/database-errors.ts'
import { namedObject, record } from '../audit/audit.ts'
import { shortenedFields, shortenedSides } from '../audit/shortened.ts'
import { editRecord, sentFields } from '../edit-record.ts'
import { checkedParameters } from '../instances/checked-parameters.ts'
import { deleteInstance } from '../instances/service.ts'
import { consequencesOf } from '../solutions/consequences.ts'
import { deleteAndSweep, deleteObject, recordDeletion } from '../solutions/deletion.ts'
import { streamPrefix } from '../solutions/object-paths.ts'
import { refuseLarge, refuseUnstorable } from '../solutions/unstorable.ts'
import { readStream } from './reads.ts'
import {
  type BoundVersion,
  coupledInstance,
  deleteStreamRow,
  insertStream,
  type LockedStream,
  lockInstance,
  lockStream,
  type StreamFields,
  updateStream,
} from './repository.ts'

/** Makes a stream on an instance of the workspace. */
export async function makeStream(
  { database }: Deps,
  workspace: ScopedObject,
  caller: Caller,
  sent: Call<typeof createStream>['body'],
): Promise<Sent<Stream>> {
  assertValidStream(sent)
  const { workspace_id } = workspace
  const { name } = sent
  const write = database.transaction(async (tx) => {
    const instance = (await lockInstance(tx, workspace_id, sent.instance_id)) ?? fail('NOT.FOUND')
    if (instance.draft) fail('INSTANCE.DRAFT')
    if (instance.coupled && instance.has_stream) fail('STREAM.COUPLED')
    const parameters = checkedForBoth(instance, sent.parameters ?? {})
    const id = await insertStream(tx, {
      workspace_id,
      instance_id: instance.id,
      name,
      parameters,
      created_by: caller.account_id,
    })
    await record(tx, caller, {
      action: 'stream.create',
      ...namedObject('stream', { id, name, workspace_id }),
      after: shortenedFields({ name, instance_id: instance.id, parameters }),
    })
    return readStream(tx, id)
  })
  return write.catch(failIfTaken('streams_name', 'STREAM.NAME.TAKEN', { name }))
}

/** Tells if the stream can be deleted now and what would be deleted with it, a coupled instance included. */
export async function checkStreamDeletion(deps: Deps, stream: ScopedObject): Promise<Consequences> {
  const below = await consequencesOf(deps, stream, [streamPrefix(stream.id)])
  const coupled = await coupledInstance(deps.database, stream.id)
  if (!coupled) return below
  return {
    ...below,
    contains: { ...below.contains, instances: 1 },
    names: { ...below.names, instances: [coupled.name] },
  }
}

/** Deletes a stream with its runs, and with its coupled instance if it has one. */
export function deleteStream(deps: ServingDeps, stream: ScopedObject, caller: Caller) {
  return deleteAndSweep(deps, stream, async (tx) => {
    const coupled = await coupledInstance(tx, stream.id)
    if (!coupled) return deleteObject(tx, stream, caller, deleteStreamRow)
    const left = await deleteInstance(tx, { ...stream, ...coupled, kind: 'instance' }, caller)
    await recordDeletion(tx, stream, caller, 1)
    return left
  })
}

type StreamSent = { name?: string | undefined; parameters?: ChosenParameters | undefined }

/**
 * Changes the fields that were sent and differ; runs that have begun keep their parameters.
 * @param revision the revision that the caller saw, or null if they named none
 * @throws Failure EDIT.STALE with the stream as it is now
 */
export function editStream(
  { database }: Deps,
  stream: ScopedObject,
  caller: Caller,
  sent: StreamSent,
  revision: number | null,
): Promise<Sent<Stream>> {
  const { id, workspace_id } = stream
  assertValidStream(sent)
  return editRecord<LockedStream, StreamFields, Sent<Stream>>(
    database,
    {
      actor: caller,
      revision,
      lock: (tx) => lockStream(tx, id),
      compare: (row) => ({
        before: { name: row.name, parameters: row.parameters },
        after: sentFields({
          name: sent.name,
          parameters: sent.parameters && checkedForBoth(row, sent.parameters),
        }),
      }),
      write: (tx, changes) => updateStream(tx, id, changes),
      event: (_, { name }) => ({
        action: 'stream.edit',
        ...namedObject('stream', { id, name, workspace_id }),
      }),
      audited: shortenedSides,
    },
    () => readStream(database, id),
  ).catch(failIfTaken('streams_name', 'STREAM.NAME.TAKEN', { name: sent.name ?? stream.name }))
}

function assertValidStream(sent: StreamSent): void {
  refuseUnstorable(sent)
  refuseLarge('parameters', sent.parameters, 3)
  if (sent.name?.trim() === '') failField('name', messages.required)
}

/** Converts the values of each pipeline to the types of their fields, and refuses those that a start would refuse. */
function checkedForBoth(bound: BoundVersion, sent: ChosenParameters): ChosenParameters {
  const checked: ChosenParameters = {}
  for (const mode of MODES) {
    const chosen = sent[mode]
    if (!chosen) continue
    const pipeline =
      pipelineOf(bound.metadata, mode) ??
      fail('RUN.CHOICE', {
        problem: `Version ${bound.version_num} of ${bound.solution_name} has no ${mode} pipeline to give parameters to.`,
      })
    checked[mode] = checkedParameters(pipeline, chosen, ['parameters', mode])
  }
  return checked
}
