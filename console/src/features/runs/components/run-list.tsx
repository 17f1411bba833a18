import { listRunNames, listRuns } from '@podium/contract/calls/run-list.ts'
import { Suspense } from 'react'
import { q, readAhead } from '../../../api/query.ts'
import type { PageContext } from '../../../navigation/page.ts'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { lazyPart } from '../../../ui/lazy/lazy.tsx'
import { newestQuery } from '../list/new-runs.tsx'
import { columnsOf, queryOf } from '../list/run-address.ts'

const FlatList = lazyPart(async () => (await import('../list/flat-list.tsx')).FlatList)

/** The names come first: they tell which figures are columns. So does the newest run: none after it is missed. */
export async function loadRuns({ queries, search, workspace }: PageContext): Promise<void> {
  const [names] = await Promise.all([
    queries.ensureQueryData(q(listRunNames, { query: { workspace_id: workspace } })).catch(() => undefined),
    readAhead(queries, newestQuery(workspace)),
  ])
  const columns = columnsOf(search, names)
  await readAhead(queries, q(listRuns, { query: queryOf(search, workspace, columns) }))
}

/** The flat list of runs, whose code is fetched when it is first shown. */
export function RunList() {
  return (
    <Suspense fallback={<SkeletonRows label="Loading runs" />}>
      <FlatList />
    </Suspense>
  )
}
