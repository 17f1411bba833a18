import { type NameVerdict, useInstanceName, useStreamName } from '../components/use-name-verdict.ts'
import type { Place } from './run-plan.ts'
import type { Made } from './use-start.ts'

export interface RunNames {
  instance: NameVerdict
  stream: NameVerdict
  /** asks once more whether somebody has one of them */
  isOneTaken: () => Promise<boolean>
}

/** Whether the names are free of what is made along with the run. */
export function useRunNames(workspace_id: string, place: Place, made: Made): RunNames {
  const { target, instance_name, stream_name } = place
  const stands = target === 'new-stream' ? place.instance?.id : undefined
  const instance = useInstanceName(
    workspace_id,
    target === 'new-instance' ? instance_name : '',
    made.instance,
  )
  const stream = useStreamName(workspace_id, stands, stream_name, made.stream)
  return {
    instance,
    stream,
    async isOneTaken() {
      const taken = await Promise.all([instance.checkAgain(), stream.checkAgain()])
      return taken.includes(true)
    },
  }
}
