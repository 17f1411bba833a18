import type { Instance } from '@podium/contract/instances.ts'
import { type Caller, whyNot } from '@podium/contract/permissions.ts'

const DRAFT = 'This instance is a draft. Complete it before using it.'
const COUPLED = 'It is coupled to its stream and takes no other.'

/** Why something cannot be asked of an instance now, in a sentence for the disabled button; undefined when it can. */
export interface InstanceReasons {
  run: string | undefined
  stream: string | undefined
  edit: string | undefined
  delete: string | undefined
}

type Asked = Pick<Instance, 'draft' | 'coupled' | 'stream_count'>

export function instanceReasons(
  { draft, coupled, stream_count }: Asked,
  caller: Caller | null,
): InstanceReasons {
  const unfinished = draft ? DRAFT : undefined
  const taken = coupled && stream_count > 0 ? COUPLED : undefined
  return {
    run: whyNot('run.start', caller) ?? unfinished,
    stream: whyNot('stream.create', caller) ?? unfinished ?? taken,
    edit: whyNot('instance.edit', caller),
    delete: whyNot('instance.delete', caller),
  }
}
