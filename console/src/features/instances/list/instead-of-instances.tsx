import type { listInstances } from '@podium/contract/instances.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { insteadOf } from '../../../api/query-instead.tsx'
import type { ReplyOf } from '../../../api/route-types.ts'
import { NoRows } from '../../../navigation/no-rows.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { type InstanceListQuery, isFiltered } from './instance-query.ts'

interface InsteadOfInstancesProps {
  query: UseQueryResult<ReplyOf<typeof listInstances>>
  list: { query: InstanceListQuery; clear: () => void; setPage: (page: number) => void }
  /** the button that makes the first one */
  action: ReactNode
}

const WORDS = { loading: 'Loading instances', failed: 'The instances could not be read' }

/** What stands in place of rows: loading, failed, none found, or a page that is none. */
export function InsteadOfInstances({ query, list, action }: InsteadOfInstancesProps) {
  const { data } = query
  const instead = insteadOf(query, WORDS, { tall: true })
  if (instead || !data) return instead
  if (data.instances.length > 0) return null
  return (
    <NoRows list={list} noun="instance" filtered={isFiltered(list.query)}>
      <EmptyState title="No instances yet" action={action}>
        An instance binds a solution version to a name, tiers and parameters; streams run on it.
      </EmptyState>
    </NoRows>
  )
}
