import { pipelineOf } from '@podium/contract/metadata-pipeline.ts'
import { listRuns, type Run as PastRun } from '@podium/contract/runs.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import type { Place, Run } from './run-plan.ts'

/** The training runs whose models an inference run may use; undefined where it needs none. */
export function useModels(workspace_id: string, place: Place, run: Run): readonly PastRun[] | undefined {
  const isNeeded = run.mode === 'inference' && pipelineOf(run.metadata, 'train') !== null
  const solution_id = place.solution?.id ?? ''
  const { data } = useQuery({
    ...q(listRuns, {
      query: { workspace_id, solution_id, pipeline: 'train', state: 'succeeded', page_size: 100 },
    }),
    enabled: isNeeded && solution_id !== '',
  })
  if (!isNeeded) return undefined
  return (data?.stream_histories ?? []).filter(({ model_version }) => model_version !== '')
}
