import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { insteadOf } from '../../../api/query-instead.tsx'
import { formatVersion } from '../../../format/version.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'

const WORDS = { loading: 'Loading the version', failed: 'The version could not be read' }

/** In place of a version: trying again brings none back that is not there. */
export function insteadOfVersion(query: UseQueryResult, n: number): ReactNode {
  const { error } = query
  if (error instanceof ApiError && error.status === 404)
    return <EmptyState title={`${formatVersion(n)} does not exist.`}>Choose another version.</EmptyState>
  return insteadOf(query, WORDS)
}
