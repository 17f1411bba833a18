import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { ApiError, sentenceFor } from '../../../api/api-error.ts'
import { NoRows } from '../../../navigation/no-rows.tsx'
import { paths } from '../../../navigation/paths.ts'
import { buttonClass } from '../../../ui/button/button-class.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import type { InstanceGroup } from './model-query.ts'

interface InsteadOfModelsProps {
  models: UseQueryResult<{ instances: InstanceGroup[]; total: number }>
  list: ComponentProps<typeof NoRows>['list']
  filtered: boolean
}

/** What stands in the table where no instance does. */
export function InsteadOfModels({ models, list, filtered }: InsteadOfModelsProps) {
  const { data, error, refetch, isFetching } = models
  if (error && !data)
    return (
      <ErrorState
        title="The inference models could not be read"
        detail={sentenceFor(error)}
        requestId={error instanceof ApiError ? error.requestId : undefined}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  if (!data) return <SkeletonRows label="Loading inference models" />
  if (data.instances.length > 0) return null
  return (
    <NoRows list={list} noun="instance" filtered={filtered}>
      <EmptyState
        title="No inference models yet"
        action={
          <Link {...paths.solutions()} className={buttonClass()}>
            See AI solutions
          </Link>
        }
      >
        Train a solution, and its models stand here with every run.
      </EmptyState>
    </NoRows>
  )
}
