import type { listAudit } from '@podium/contract/audit.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { insteadOf } from '../../../api/query-instead.tsx'
import type { ReplyOf } from '../../../api/route-types.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { NoSuchPage } from '../../../ui/no-such-page.tsx'
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
  if (data.total > 0 || list.query.page > 1) return <NoSuchPage onFirst={() => list.setPage(1)} />
  const { q: text, filters } = list.query
  if (text === '' && Object.keys(filters).length === 0) return <EmptyState title="No changes yet" />
  return (
    <EmptyState
      title={text === '' ? 'No change is like that' : `No change matches “${text}”`}
      drawing="search"
      action={<Button onClick={list.clear}>Clear search and filters</Button>}
    />
  )
}
