import { readAccount } from '@podium/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../api/query.ts'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { useRecordId } from '../../navigation/use-address.ts'
import { RecordPage } from '../../record/record-page.tsx'
import { AccountView } from './edit/account-view.tsx'

const accountQuery = (id: string) => q(readAccount, { params: { id } })

export async function load({ queries, params }: PageContext) {
  await queries.prefetchQuery(accountQuery(params.id ?? ''))
}

export function Page() {
  const id = useRecordId()
  return (
    <RecordPage
      query={useQuery(accountQuery(id))}
      title="Edit Account"
      noun="account"
      back={{ place: paths.accounts(), label: 'Back to Accounts' }}
    >
      {(account) => <AccountView key={id} account={account} />}
    </RecordPage>
  )
}
