import { readHoldings } from '@podium/contract/calls/off-boarding.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../api/query.ts'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { useRecordId } from '../../navigation/use-address.ts'
import { RecordPage } from '../../record/record-page.tsx'
import { LeaveForm } from './leave/leave-form.tsx'

const holdingsQuery = (id: string) => q(readHoldings, { params: { id } })

export async function load({ queries, params }: PageContext) {
  await queries.prefetchQuery(holdingsQuery(params.id ?? ''))
}

/** The page for a person who leaves: what they hold, and what becomes of it. */
export function Page() {
  const id = useRecordId()
  return (
    <RecordPage
      query={useQuery(holdingsQuery(id))}
      title="Person Leaves"
      noun="account"
      back={{ target: paths.accounts(), label: 'Back to Accounts' }}
    >
      {(holdings) => <LeaveForm key={id} id={id} holdings={holdings} />}
    </RecordPage>
  )
}
