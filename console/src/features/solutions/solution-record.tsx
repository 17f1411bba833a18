import { listInstances } from '@podium/contract/calls/instances.ts'
import { listSolutionStreams } from '@podium/contract/calls/runs.ts'
import { readSolution, readVersion, type Solution } from '@podium/contract/calls/solutions.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { q } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import { formatVersion } from '../../format/version.ts'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { useRecordId } from '../../navigation/use-address.ts'
import { RecordPage } from '../../record/record-page.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** Reads the solution that the address names and its newest version, or the given one. */
export async function loadSolution({ queries, params: { id = '' } }: PageContext, version?: string) {
  const solution = await queries.fetchQuery(q(readSolution, { params: { id } })).catch(() => null)
  if (solution === null) return
  const newest = newestOf(solution)
  const n = versionNamed(version, newest) ?? newest
  await queries.prefetchQuery(q(readVersion, { params: { id, n } }))
}

type SolutionRecordProps = Pick<ComponentProps<typeof RecordPage<Solution>>, 'title' | 'noun' | 'children'>

export function SolutionRecord(props: SolutionRecordProps) {
  const id = useRecordId()
  return (
    <RecordPage
      {...props}
      query={useQuery(q(readSolution, { params: { id } }))}
      name={({ name }) => name}
      missing="There is nothing here that you may see."
      back={{ target: paths.solutions(), label: 'All solutions' }}
    />
  )
}

/** Returns the number of the newest version. There always is one, because the last cannot be deleted alone. */
export function newestOf({ versions }: Solution): number {
  return versions[0]?.version_num ?? 0
}

/** Returns the version number in the address; undefined if it is impossible. */
export function versionNamed(version: string | undefined, newest: number): number | undefined {
  const number = Number(version)
  return Number.isInteger(number) && number >= 1 && number <= newest ? number : undefined
}

/** Returns the content shown without a version. A deleted one has no retry. */
export function versionPlaceholder(query: UseQueryResult, n: number, action?: ReactNode): ReactNode {
  if (!isDeleted(query)) return queryPlaceholder(query, 'the version')
  return (
    <EmptyState title={`${formatVersion(n)} no longer exists.`} action={action}>
      Choose another version.
    </EmptyState>
  )
}

export function isDeleted({ error }: UseQueryResult): boolean {
  return error instanceof ApiError && error.status === 404
}

export function isUsed({ instance_count, run_count }: Solution): boolean {
  return instance_count > 0 || run_count > 0
}

/** The newest uses of a solution. The tables, the list of people and the deletion share these queries. */
const NEWEST = { page_size: 100, sort: '-updated_at' } as const

export const instancesQuery = ({ id, workspace_id }: Solution) =>
  q(listInstances, { query: { workspace_id, solution_id: id, ...NEWEST } })

export const streamsQuery = ({ id }: Solution) => q(listSolutionStreams, { params: { id }, query: NEWEST })
