import { readInstance } from '@podium/contract/instances.ts'
import { pipelineOf } from '@podium/contract/metadata-pipeline.ts'
import { listRuns, type Run as PastRun } from '@podium/contract/runs.ts'
import { readVersion } from '@podium/contract/solutions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { useFreeInstanceName, useFreeStreamName } from '../components/use-free-name.ts'
import { type NameVerdict, useInstanceName, useStreamName } from '../components/use-name-verdict.ts'
import { type Run, type RunDraft, runOf, type Target } from './run-state.ts'

/** The names of what an earlier try has made: this run may have them. */
export interface Made {
  instance?: string
  stream?: string
}

export interface TargetNames {
  instance: NameVerdict
  stream: NameVerdict
  /** Asks once more whether one of them is taken. */
  isOneTaken: () => Promise<boolean>
}

/** The target with free names where none were typed (the wanted ones until the server answers), and whether they are free. */
export function useTargetNames(workspace_id: string, draft: RunDraft, wanted: Target, made: Made) {
  const { kind, instance } = wanted
  const suggestsInstance =
    kind === 'new-instance' && draft.instance_name === null && wanted.instance_name !== ''
  const suggestsStream = kind === 'new-stream' && draft.stream_name === null && instance !== null
  const freeInstance = useFreeInstanceName(workspace_id, wanted.instance_name, suggestsInstance)
  const freeStream = useFreeStreamName(workspace_id, instance?.id ?? '', wanted.stream_name, suggestsStream)
  const target = { ...wanted }
  if (suggestsStream) target.stream_name = freeStream ?? wanted.stream_name
  if (suggestsInstance) {
    target.instance_name = freeInstance ?? wanted.instance_name
    target.stream_name = draft.stream_name ?? target.instance_name
  }
  const ofInstance = useInstanceName(
    workspace_id,
    kind === 'new-instance' ? target.instance_name : '',
    made.instance,
  )
  const ofStream = useStreamName(
    workspace_id,
    kind === 'new-stream' ? instance?.id : undefined,
    target.stream_name,
    made.stream,
  )
  const names: TargetNames = {
    instance: ofInstance,
    stream: ofStream,
    async isOneTaken() {
      const taken = await Promise.all([ofInstance.checkAgain(), ofStream.checkAgain()])
      return taken.includes(true)
    },
  }
  return { target, names }
}

/** Reads the version of the target, and its instance with all that it chooses for its runs. */
export function useRun(draft: RunDraft, target: Target) {
  const params = { id: target.solution?.id ?? '', n: target.version_num ?? 0 }
  const instance_id = target.stream?.instance_id ?? target.instance?.id
  const version = useQuery({
    ...q(readVersion, { params }),
    enabled: params.id !== '' && params.n > 0,
    // The form stays while another version is read: files that were chosen live in it.
    placeholderData: keepPreviousData,
  })
  const instance = useQuery({
    ...q(readInstance, { params: { id: instance_id ?? '' } }),
    enabled: instance_id !== undefined,
    placeholderData: keepPreviousData,
  })
  const parts = instance_id === undefined ? [version] : [version, instance]
  const isRead = target.solution !== null && parts.every(({ data }) => data !== undefined)
  const isOld = parts.some(({ isPlaceholderData }) => isPlaceholderData)
  const ofInstance = instance_id === undefined ? null : (instance.data ?? null)
  const run = isRead && version.data ? runOf(draft, target.stream, version.data, ofInstance) : null
  return {
    run,
    /** The run is still of the target before. */
    isOld,
    isFetching: parts.some(({ isFetching }) => isFetching),
    /** Every pipeline of the version is turned off. */
    isOff: isRead && !isOld && run === null,
    error: parts.find(({ error }) => error !== null)?.error ?? null,
    retry() {
      for (const { error, refetch } of parts) if (error) void refetch()
    },
  }
}

/** The training runs whose models an inference run may use, newest first; undefined where it needs none. */
export function useModels(
  workspace_id: string,
  { solution }: Target,
  run: Run | null,
): readonly PastRun[] | undefined {
  const isNeeded = run?.mode === 'inference' && pipelineOf(run.metadata, 'train') !== null
  const { data } = useQuery({
    ...q(listRuns, {
      query: {
        workspace_id,
        solution_id: solution?.id ?? '',
        pipeline: 'train',
        state: 'succeeded',
        page_size: 100,
      },
    }),
    enabled: isNeeded && solution !== null,
  })
  if (!isNeeded) return undefined
  return (data?.stream_histories ?? []).filter(({ model_version }) => model_version !== '')
}
