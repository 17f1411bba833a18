import type { listInstances } from '@podium/contract/instances.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { insteadOf } from '../../../api/query-instead.tsx'
import type { ReplyOf } from '../../../api/route-types.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { NoSuchPage } from '../../../ui/no-such-page.tsx'
import { type InstanceListQuery, isFiltered } from './instance-query.ts'

interface InsteadOfInstancesProps {
  query: UseQueryResult<ReplyOf<typeof listInstances>>
  asked: InstanceListQuery
  onFirstPage: () => void
  onClear: () => void
  /** the button that makes the first one */
  action: ReactNode
}

const WORDS = { loading: 'Loading instances', failed: 'The instances could not be read' }

/** What stands in place of rows: loading, failed, none found, or a page that is none. */
export function InsteadOfInstances({ query, asked, onFirstPage, onClear, action }: InsteadOfInstancesProps) {
  const { data } = query
  const instead = insteadOf(query, WORDS, { tall: true })
  if (instead || !data) return instead
  if (data.instances.length > 0) return null
  if (data.total > 0 || asked.page > 1) return <NoSuchPage onFirst={onFirstPage} />
  const filtered = isFiltered(asked)
  if (asked.q !== '' || filtered)
    return (
      <EmptyState
        title={asked.q === '' ? 'No instance is like that' : `No instance matches “${asked.q}”`}
        drawing="search"
        action={<Button onClick={onClear}>{filtered ? 'Clear search and filters' : 'Clear search'}</Button>}
      >
        {filtered ? 'Filters narrow the list.' : undefined}
      </EmptyState>
    )
  return (
    <EmptyState title="No instances yet" action={action}>
      An instance binds a solution version to a name, tiers and parameters; streams run on it.
    </EmptyState>
  )
}
