import type { listAccounts } from '@podium/contract/accounts.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { insteadOf } from '../../../api/query-instead.tsx'
import type { ReplyOf } from '../../../api/route-types.ts'
import type { useListState } from '../../../navigation/list-state.ts'
import { NoRows } from '../../../navigation/no-rows.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { AccountFilter, AccountSort } from './account-query.ts'

interface InsteadOfAccountsProps {
  query: UseQueryResult<ReplyOf<typeof listAccounts>>
  list: ReturnType<typeof useListState<AccountSort, AccountFilter>>
}

const WORDS = { loading: 'Loading accounts', failed: 'The accounts could not be read' }

/** What stands in place of rows: loading, failed, nobody found, or a page that is none. */
export function InsteadOfAccounts({ query, list }: InsteadOfAccountsProps) {
  const { data } = query
  const instead = insteadOf(query, WORDS, { tall: true })
  if (instead || !data) return instead
  if (data.accounts.length > 0) return null
  return (
    <NoRows list={list} noun="account">
      <EmptyState title="No accounts yet" />
    </NoRows>
  )
}
