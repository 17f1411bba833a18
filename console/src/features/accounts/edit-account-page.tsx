import { readAccount } from '@podium/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { q } from '../../api/query.ts'
import { insteadOf } from '../../api/query-instead.tsx'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { AccountView } from './edit/account-view.tsx'

const WORDS = { loading: 'Loading the account', failed: 'The account could not be read' }

export async function load({ queries, params }: PageContext) {
  await queries.prefetchQuery(q(readAccount, { params: { id: params.id ?? '' } }))
}

export function Page() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const navigate = useNavigate()
  const query = useQuery(q(readAccount, { params: { id } }))
  if (query.data) return <AccountView key={id} account={query.data} />
  return (
    <>
      <PageHeader title="Edit Account" />
      <Card flush>
        {query.error instanceof ApiError && query.error.status === 404 ? (
          <EmptyState
            title={query.error.message}
            drawing="search"
            action={<Button onClick={() => void navigate(paths.accounts())}>Back to Accounts</Button>}
          />
        ) : (
          insteadOf(query, WORDS, { rows: 6 })
        )}
      </Card>
    </>
  )
}
