import { checkInstanceDeletion, deleteInstance, type Instance } from '@podium/contract/calls/instances.ts'
import { type Caller, disabledReasonFor } from '@podium/contract/rules/permissions.ts'
import type { DeletionTarget } from '../../../record/use-deletion.tsx'

const DRAFT = 'This instance is a draft. Complete it before using it.'
const NO_STREAM = 'A schedule starts runs of a stream. Create a stream first.'
const COUPLED = 'Coupled instances have one stream.'

/** Returns why each action on an instance is disabled, as a sentence for its button. */
export function instanceReasons(
  { draft, coupled, stream_count }: Pick<Instance, 'draft' | 'coupled' | 'stream_count'>,
  caller: Caller | null,
) {
  const unfinished = draft ? DRAFT : undefined
  const taken = coupled && stream_count > 0 ? COUPLED : undefined
  return {
    run: disabledReasonFor('run.start', caller) ?? unfinished,
    stream: disabledReasonFor('stream.create', caller) ?? unfinished ?? taken,
    schedule:
      disabledReasonFor('schedule.edit', caller) ??
      unfinished ??
      (stream_count === 0 ? NO_STREAM : undefined),
    edit: disabledReasonFor('instance.edit', caller),
    delete: disabledReasonFor('instance.delete', caller),
  }
}

export function instanceTarget({ id, name }: Pick<Instance, 'id' | 'name'>): DeletionTarget {
  return {
    id,
    name,
    check: (send) => send(checkInstanceDeletion, { params: { id } }),
    remove: (send) => send(deleteInstance, { params: { id } }),
  }
}
