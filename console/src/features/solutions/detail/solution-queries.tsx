import { listInstances } from '@podium/contract/instances.ts'
import { checkMetadata, type Metadata } from '@podium/contract/metadata.ts'
import { listSolutionStreams } from '@podium/contract/runs.ts'
import { readVersion, type Solution, type VersionDetail } from '@podium/contract/solutions.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { formatVersion } from '../../../format/version.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

const WORDS = { loading: 'Loading the version', failed: 'The version could not be read' }

/** The version to show: the one named in the address, else the newest; undefined where there is none. */
export function chosenVersion(asked: string | undefined, newest: number | undefined): number | undefined {
  const number = Number(asked)
  if (newest === undefined || !Number.isInteger(number) || number < 1 || number > newest) return newest
  return number
}

/** A version of a solution with its metadata; null where nothing can be read from it. */
export function useVersion(solutionId: string, n: number | undefined) {
  const query = useQuery({
    ...q(readVersion, { params: { id: solutionId, n: n ?? 0 } }),
    enabled: n !== undefined,
  })
  const metadata = useMemo(() => metadataOf(query.data), [query.data])
  return { query, metadata }
}

function metadataOf(version: VersionDetail | undefined): Metadata | null {
  const checked = version && checkMetadata(version.metadata_json)
  return checked && 'metadata' in checked ? checked.metadata : null
}

/** What is shown while there is no version. One that was deleted offers no way to try again. */
export function versionPlaceholder(
  query: UseQueryResult,
  n: number,
  { action, ...shape }: { action?: ReactNode; rows?: number } = {},
): ReactNode {
  if (!isDeleted(query)) return queryPlaceholder(query, WORDS, shape)
  return (
    <EmptyState title={`${formatVersion(n)} no longer exists.`} action={action}>
      Choose another version.
    </EmptyState>
  )
}

export function isDeleted({ error }: UseQueryResult): boolean {
  return error instanceof ApiError && error.status === 404
}

/** What uses a solution, as far as its page looks: the tables, the list of people and the deletion read the same answers. */
const NEWEST = { page_size: 100, sort: '-updated_at' } as const

export const instancesQuery = ({ id, workspace_id }: Solution) =>
  q(listInstances, { query: { workspace_id, solution_id: id, ...NEWEST } })

export const streamsQuery = ({ id }: Solution) => q(listSolutionStreams, { params: { id }, query: NEWEST })
