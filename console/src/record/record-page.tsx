import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../api/api-error.ts'
import { queryPlaceholder } from '../api/query-placeholder.tsx'
import { ButtonLink } from '../navigation/button-link.tsx'
import { useNamedPage } from '../navigation/page-name.tsx'
import type { Target } from '../navigation/target.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Card } from '../ui/layout/card.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'

interface RecordPageProps<Stored> {
  query: UseQueryResult<Stored>
  /** the heading while there is no record */
  title: string
  /** the singular of the record: 'account' */
  noun: string
  /** the record's name for window and breadcrumb */
  name?: (stored: Stored) => string
  /** the page to go back to if there is no record */
  back: { target: Target; label: string }
  /** the sentence shown if there is no record */
  missing?: string
  children: (stored: Stored) => ReactNode
}

/** Opens a record: loading, not found or failed, and then its page. */
export function RecordPage<Stored>(props: RecordPageProps<Stored>) {
  const { query, title, noun, name, back, missing, children } = props
  const { data, error } = query
  useNamedPage(data === undefined || !name ? '' : name(data))
  if (data !== undefined) return children(data)
  return (
    <>
      <PageHeader title={title} />
      <Card flush>
        {error instanceof ApiError && error.status === 404 ? (
          <EmptyState
            title={missing ?? error.message}
            drawing="search"
            action={<ButtonLink {...back.target}>{back.label}</ButtonLink>}
          />
        ) : (
          queryPlaceholder(query, `the ${noun}`, { rows: 6 })
        )}
      </Card>
    </>
  )
}
