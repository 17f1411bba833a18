import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { insteadOf } from '../../../api/query-instead.tsx'
import { formatVersion } from '../../../format/version.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

const WORDS = { loading: 'Loading the version', failed: 'The version could not be read' }

interface Shape {
  /** the way to the versions there are */
  action?: ReactNode
  rows?: number
}

/** In place of a version: trying again brings none back that is not there. */
export function insteadOfVersion(
  query: UseQueryResult,
  n: number,
  { action, ...shape }: Shape = {},
): ReactNode {
  if (!isMissing(query)) return insteadOf(query, WORDS, shape)
  return (
    <EmptyState title={`${formatVersion(n)} no longer exists.`} action={action}>
      Choose another version.
    </EmptyState>
  )
}

export function isMissing({ error }: UseQueryResult): boolean {
  return error instanceof ApiError && error.status === 404
}
