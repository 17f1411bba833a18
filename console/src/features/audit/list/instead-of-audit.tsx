import type { listAudit } from '@podium/contract/audit.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { insteadOf } from '../../../api/query-instead.tsx'
import type { ReplyOf } from '../../../api/route-types.ts'
import { NoRows } from '../../../navigation/no-rows.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { AuditListQuery } from './audit-query.ts'

interface InsteadOfAuditProps {
  query: UseQueryResult<ReplyOf<typeof listAudit>>
  list: { query: AuditListQuery; clear: () => void; setPage: (page: number) => void }
}

const WORDS = { loading: 'Loading changes', failed: 'The changes could not be read' }

/** What stands in place of rows: loading, failed, nothing found, or a page that is none. */
export function InsteadOfAudit({ query, list }: InsteadOfAuditProps) {
  const { data } = query
  const instead = insteadOf(query, WORDS, { tall: true })
  if (instead || !data) return instead
  if (data.events.length > 0) return null
  return (
    <NoRows list={list} noun="change">
      <EmptyState title="No changes yet" />
    </NoRows>
  )
}
