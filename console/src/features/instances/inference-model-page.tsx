import { listInstances } from '@podium/contract/instances.ts'
import { Suspense } from 'react'
import type { PageContext } from '../../navigation/page.ts'
import { useAddress } from '../../navigation/use-address.ts'
import { prefetchList } from '../../record/use-list.ts'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { lazyPart } from '../../ui/lazy/lazy.tsx'
import { loadModelList, ModelList as TrainedModels } from '../models/components/model-list.tsx'
import { loadModels, ModelList } from '../runs/components/model-list.tsx'

const InstanceList = lazyPart(async () => (await import('./list/instance-list.tsx')).InstanceList)

export function load(at: PageContext): Promise<void> {
  if (at.search.view === 'models') return loadModelList(at)
  if (at.search.view !== 'instances') return loadModels(at)
  return prefetchList(at, listInstances, { query: { workspace_id: at.workspace } })
}

/** What the workspace trains and serves, by its runs or by its instances; the address says which. */
export function Page() {
  const { search } = useAddress()
  if (search.view === 'models') return <TrainedModels />
  if (search.view !== 'instances') return <ModelList />
  return (
    <Suspense fallback={<SkeletonRows label="Loading instances" />}>
      <InstanceList />
    </Suspense>
  )
}
