import { listLogins, type SignIn } from '@podium/contract/sign-in.ts'
import { clientWords } from '../../format/client.ts'
import { resultWords } from '../../format/sign-in-result.ts'
import { PagedTable } from '../../record/list-table.tsx'
import { useList } from '../../record/use-list.ts'
import { useAccount } from '../../session/use-session.ts'
import text from '../../theme/text.module.css'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { type Column, RowName } from '../../ui/table/table-rows.tsx'
import { Chip } from '../../ui/text/chip.tsx'
import { Moment } from '../../ui/text/moment.tsx'

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
  {
    id: 'result',
    header: 'Result',
    cell: ({ result }) => <Chip tone={result === 'ok' ? 'good' : 'bad'}>{resultWords(result)}</Chip>,
  },
  { id: 'address', header: 'Address', cell: ({ address }) => <span className={text.mono}>{address}</span> },
  { id: 'created_at', header: 'When', cell: ({ created_at }) => <Moment at={created_at} /> },
]

/** Who signed in as this account or tried to: a line that is not the own one is worth a new password. */
export function HistoryTab() {
  const { accountId: id } = useAccount()
  const list = useList(listLogins, ({ logins }) => logins, { params: { id } })
  return (
    <Card title="Sign-in History" note="of the last 180 days" flush>
      <PagedTable<SignIn>
        list={list}
        name="Sign-in History"
        noun="sign-in"
        bare
        columns={columns}
        rowId={(row) => row.id}
        rowName={({ user_agent, kind }) => clientWords(user_agent, kind)}
        empty={<EmptyState title="No sign-ins yet" />}
      />
    </Card>
  )
}
