import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError, sentenceFor } from '../../../api/api-error.ts'
import { paths } from '../../../navigation/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-class.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { NoSuchPage } from '../../../ui/no-such-page.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import type { InstanceGroup } from './model-query.ts'

interface InsteadOfModelsProps {
  models: UseQueryResult<{ instances: InstanceGroup[]; total: number }>
  page: number
  search: string
  filtered: boolean
  onFirstPage: () => void
  onClear: () => void
}

/** What stands in the table where no instance does. */
export function InsteadOfModels(props: InsteadOfModelsProps) {
  const { models, page, search, filtered, onFirstPage, onClear } = props
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
  if (data.total > 0 || page > 1) return <NoSuchPage onFirst={onFirstPage} />
  if (search !== '' || filtered)
    return (
      <EmptyState
        title={search === '' ? 'No instance here' : `No instance matches “${search}”`}
        drawing="search"
        action={<Button onClick={onClear}>Show all</Button>}
      />
    )
  return (
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
  )
}
