import { listRuns } from '@podium/contract/run-list.ts'
import { Suspense } from 'react'
import { q } from '../../../api/query.ts'
import type { PageContext } from '../../../navigation/page.ts'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { lazyPart } from '../../../ui/lazy/lazy.tsx'
import { queryOf } from '../list/run-address.ts'

const FlatList = lazyPart(async () => (await import('../list/flat-list.tsx')).FlatList)

export function loadRuns(at: PageContext): Promise<void> {
  return at.queries.prefetchQuery(q(listRuns, { query: queryOf(at.search, at.workspace) }))
}

/** The flat list of runs, whose code is fetched when it is first shown. */
export function RunList() {
  return (
    <Suspense fallback={<SkeletonRows label="Loading runs" />}>
      <FlatList />
    </Suspense>
  )
}
