import { FieldProblems, fail, failField } from '@podium/contract/errors.ts'
import { MODES } from '@podium/contract/metadata.ts'
import { pipelineOf } from '@podium/contract/metadata-pipeline.ts'
import { checkParameters } from '@podium/contract/parameters-check.ts'
import type { ChosenParameters, createStream, Stream } from '@podium/contract/streams.ts'
import type { Transaction } from '@podium/database/connect.ts'
import type * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import type { Caller, ScopedObject, Sent } from '../../http/call.ts'
import { isUuid } from '../../http/scoped-objects.ts'
import { record } from '../audit/audit.ts'
import { deleteAndSweep, deleteObject } from '../solutions/deletion.ts'
import { isTakenIn } from '../solutions/repository.ts'
import { refuseUnstorable } from '../solutions/unstorable.ts'
import { readStream } from './reads.ts'
import {
  coupledInstance,
  insertStream,
  type LockedInstance,
  lockInstance,
  streamOfRun,
} from './repository.ts'

export type StreamSent = z.infer<typeof createStream.body>

/** Makes a stream on an instance of the workspace. */
export async function makeStream(
  { database }: Deps,
  workspace: ScopedObject,
  caller: Caller,
  sent: StreamSent,
): Promise<Sent<Stream>> {
  refuseUnstorable(sent)
  if (sent.name.trim() === '') failField('name', 'This field is required.')
  const { workspace_id } = workspace
  const write = database.transaction(async (tx) => {
    const instance = isUuid(sent.instance_id) ? await lockInstance(tx, workspace_id, sent.instance_id) : null
    if (!instance) return fail('NOT.FOUND')
    if (instance.draft) fail('INSTANCE.DRAFT')
    if (instance.coupled && instance.has_stream) fail('STREAM.COUPLED')
    const parameters = checkedParameters(instance, sent.parameters ?? {})
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
      after: { name, instance_id: instance.id, parameters },
    })
    return readStream(tx, id)
  })
  const made = await write.catch((error) => {
    if (isTakenIn(error, 'streams_name')) fail('STREAM.NAME.TAKEN', { name: sent.name })
    throw error
  })
  return made ?? fail('NOT.FOUND')
}

/** Deletes a stream with its runs; with the coupled instance that was made for it alone. */
export async function deleteStream(deps: Deps, stream: ScopedObject, caller: Caller): Promise<void> {
  await deleteAndSweep(deps, async (tx) => {
    const instance = await coupledInstance(tx, stream.id)
    if (instance) await deleteInstanceOf(tx, stream, instance, caller)
    else await deleteObject(tx, { kind: 'stream', object: stream, caller, prefixes: [] })
  })
}

/** Deletes one run that has ended. */
export async function deleteRun(deps: Deps, run: ScopedObject, caller: Caller): Promise<void> {
  await deleteAndSweep(deps, async (tx) => {
    const stream = (await streamOfRun(tx, run.id)) ?? fail('NOT.FOUND')
    const prefixes = [`streams/${stream}/${run.id}/`]
    await deleteObject(tx, { kind: 'run', object: run, caller, prefixes })
  })
}

async function deleteInstanceOf(
  tx: Transaction,
  stream: ScopedObject,
  instance: { id: string; name: string },
  caller: Caller,
): Promise<void> {
  const object: ScopedObject = { ...stream, ...instance, kind: 'instance' }
  await deleteObject(tx, { kind: 'instance', object, caller, prefixes: [] })
}

/** Every value as its field has it; refused where a run would be refused with it. */
function checkedParameters(instance: LockedInstance, sent: ChosenParameters): ChosenParameters {
  const checked: ChosenParameters = {}
  for (const mode of MODES) {
    const chosen = sent[mode]
    if (!chosen) continue
    const { version_num: version, solution_name: solution } = instance
    const pipeline =
      pipelineOf(instance.metadata, mode) ??
      fail('RUN.CHOICE', {
        problem: `Version ${version} of ${solution} has no ${mode} pipeline to give parameters to.`,
      })
    const result = checkParameters(pipeline, chosen)
    if ('problems' in result)
      throw new FieldProblems(
        result.problems.map(({ step, name, message }) => ({
          loc: ['body', 'parameters', mode, step, ...(name === '' ? [] : [name])],
          msg: message,
          type: 'value_error',
        })),
      )
    checked[mode] = result.values
  }
  return checked
}
