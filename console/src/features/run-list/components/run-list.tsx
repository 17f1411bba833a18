import { listRunNames, listRuns } from '@podium/contract/calls/run-list.ts'
import { Suspense } from 'react'
import { q, readAhead } from '../../../api/query.ts'
import type { PageContext } from '../../../navigation/page.ts'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { lazyPart } from '../../../ui/lazy/lazy.tsx'
import { newestQuery } from '../new-runs.tsx'
import { columnsOf, queryOf } from '../run-address.ts'

const FlatList = lazyPart(async () => (await import('../flat-list.tsx')).FlatList)

/**
 * Reads the names first, because they decide which figures are columns, and the newest run, so that no run that starts
 * while the list is read is missed.
 */
export async function loadRuns({ queries, search, workspace }: PageContext): Promise<void> {
  const [names] = await Promise.all([
    queries.ensureQueryData(q(listRunNames, { query: { workspace_id: workspace } })).catch(() => undefined),
    readAhead(queries, newestQuery(workspace)),
  ])
  const columns = columnsOf(search, names)
  await readAhead(queries, q(listRuns, { query: queryOf(search, workspace, columns) }))
}

export function RunList() {
  return (
    <Suspense fallback={<SkeletonRows label="Loading runs" />}>
      <FlatList />
    </Suspense>
  )
}
