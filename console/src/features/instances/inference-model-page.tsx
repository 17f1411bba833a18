import { listInstances } from '@podium/contract/instances.ts'
import { Suspense } from 'react'
import type { PageContext } from '../../navigation/page.ts'
import { prefetchList } from '../../record/use-list.ts'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { lazyPart } from '../../ui/lazy/lazy.tsx'
import { loadModelList, ModelList as TrainedModels } from '../models/components/model-list.tsx'
import { useInferenceView, viewOf } from '../runs/components/inference-view.ts'
import { loadModels, ModelList } from '../runs/components/model-list.tsx'
import { loadRuns, RunList } from '../runs/components/run-list.tsx'
import { ViewHeader } from '../runs/components/view-header.tsx'

const InstanceList = lazyPart(async () => (await import('./list/instance-list.tsx')).InstanceList)

export async function load(at: PageContext): Promise<void> {
  const view = await viewOf(at)
  if (view === 'runs') return loadRuns(at)
  if (view === 'models') return loadModelList(at)
  if (view === 'streams') return loadModels(at)
  return prefetchList(at, listInstances, { query: { workspace_id: at.workspace } })
}

/** What the workspace trains and serves, in one of four views. */
export function Page() {
  const { view } = useInferenceView()
  if (view === 'streams') return <ModelList />
  if (view === 'instances')
    return (
      <Suspense fallback={<SkeletonRows label="Loading instances" />}>
        <InstanceList />
      </Suspense>
    )
  return (
    <>
      <ViewHeader view={view} />
      {view === 'runs' ? <RunList /> : <TrainedModels />}
    </>
  )
}
