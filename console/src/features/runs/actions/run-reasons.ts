import { type Caller, whyNot } from '@podium/contract/permissions.ts'
import { type RunState, runCan } from '@podium/contract/run-state.ts'

/** Why something cannot be asked of a run now, in a sentence for the disabled button; undefined when it can. */
export interface RunReasons {
  stop: string | undefined
  retry: string | undefined
  delete: string | undefined
}

interface Asked {
  state: RunState
  stop_requested_at?: string | null
}

const ENDED = 'This run has ended already.'
const STOPPING = 'It is being stopped already.'
const RETRY_LIVE = 'A run can be retried when it has ended.'
const DELETE_LIVE = 'This run is still under way. Stop it first.'

export function runReasons(run: Asked, caller: Caller | null): RunReasons {
  const can = (deed: keyof typeof runCan) => (runCan[deed] as readonly RunState[]).includes(run.state)
  const stopping = run.stop_requested_at ? STOPPING : undefined
  return {
    stop: whyNot('run.stop', caller) ?? (can('stop') ? stopping : ENDED),
    retry: whyNot('run.start', caller) ?? (can('retry') ? undefined : RETRY_LIVE),
    delete: whyNot('stream.delete', caller) ?? (can('delete') ? undefined : DELETE_LIVE),
  }
}
