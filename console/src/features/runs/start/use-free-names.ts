import { useFreeInstanceName, useFreeStreamName } from '../components/use-free-name.ts'
import type { RunDraft } from './run-draft.ts'
import type { Place } from './run-plan.ts'

/** The place with names that nobody has where none were typed; the wanted ones until the server answers. */
export function useFreeNames(workspace_id: string, draft: RunDraft, place: Place): Place {
  const { target, instance, instance_name, stream_name } = place
  const asksInstance = target === 'new-instance' && draft.instance_name === null && instance_name !== ''
  const asksStream = target === 'new-stream' && draft.stream_name === null && instance !== null
  const freeInstance = useFreeInstanceName(workspace_id, instance_name, asksInstance)
  const freeStream = useFreeStreamName(workspace_id, instance?.id ?? '', stream_name, asksStream)
  if (asksStream) return { ...place, stream_name: freeStream ?? stream_name }
  if (!asksInstance) return place
  const name = freeInstance ?? instance_name
  return { ...place, instance_name: name, stream_name: draft.stream_name ?? name }
}
