import type { SignIn } from '@podium/contract/calls/sign-in.ts'
import { clientWords } from '../../format/client.ts'
import { useAccount } from '../../session/use-session.ts'
import { Card } from '../../ui/layout/card.tsx'
import { type Column, RowName } from '../../ui/table/table-rows.tsx'
import { Moment } from '../../ui/text/moment.tsx'
import { Mono } from '../../ui/text/mono.tsx'
import { resultColumn, SignInHistory } from '../accounts/components/sign-in-tables.tsx'

const columns: readonly Column<SignIn>[] = [
  {
    id: 'client',
    header: 'Client',
    cell: ({ user_agent, kind }) => (
      <RowName>
        <span title={user_agent}>{clientWords(user_agent, kind)}</span>
      </RowName>
    ),
  },
  resultColumn,
  { id: 'address', header: 'Address', cell: ({ address }) => <Mono>{address}</Mono> },
  { id: 'created_at', header: 'When', cell: ({ created_at }) => <Moment at={created_at} /> },
]

/** The sign-ins and failed sign-ins of the account. A person who does not recognise one should change the password. */
export function HistoryTab() {
  const { accountId } = useAccount()
  return (
    <Card title="Sign-in History" note="of the last 180 days" flush>
      <SignInHistory id={accountId} columns={columns} bare empty="No sign-ins yet" />
    </Card>
  )
}
