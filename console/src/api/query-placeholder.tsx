import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../ui/feedback/skeleton-rows.tsx'
import { ApiError, sentenceFor } from './api-error.ts'

interface Words {
  /** 'Loading solutions' */
  loading: string
  /** 'The solutions could not be read' */
  failed: string
}

type Asked = Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>

interface Shape {
  rows?: number
  tall?: boolean
}

/**
 * Returns the failure with a retry, or placeholder rows while the query loads; else nothing.
 * @param what the content, such as 'the runs' for 'Loading the runs' and 'The runs could not be read', or both sentences
 */
export function queryPlaceholder(query: Asked, what: string | Words, shape: Shape = {}): ReactNode {
  const { loading, failed } = typeof what === 'string' ? wordsFor(what) : what
  const { data, error, isFetching, refetch } = query
  if (error)
    return (
      <ErrorState
        title={failed}
        detail={sentenceFor(error)}
        requestId={error instanceof ApiError ? error.requestId : undefined}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  return data === undefined ? <SkeletonRows label={loading} {...shape} /> : undefined
}

function wordsFor(what: string): Words {
  return { loading: `Loading ${what}`, failed: `The ${what.replace('the ', '')} could not be read` }
}
