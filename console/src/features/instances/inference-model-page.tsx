import { useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { readListQuery } from '../../navigation/list-state.ts'
import type { PageContext } from '../../navigation/page.ts'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { latePart } from '../../ui/lazy/late-part.tsx'
import { loadModels, ModelList } from '../runs/components/model-list.tsx'
import { INSTANCE_RULES, instanceQuery } from './list/instance-query.ts'

const InstanceList = latePart(async () => (await import('./list/instance-list.tsx')).InstanceList)

export async function load(at: PageContext) {
  if (at.search.view !== 'instances') return loadModels(at)
  await at.queries.prefetchQuery(instanceQuery(at.workspace, readListQuery(at.search, INSTANCE_RULES)))
}

/** What the workspace trains and serves, by its runs or by its instances; the address says which. */
export function Page() {
  const { view }: { view?: string } = useSearch({ strict: false })
  if (view !== 'instances') return <ModelList />
  return (
    <Suspense fallback={<SkeletonRows label="Loading instances" />}>
      <InstanceList />
    </Suspense>
  )
}
