import { listLogins, type SignIn } from '@podium/contract/sign-in.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { insteadOf } from '../../../api/query-instead.tsx'
import { clientWords } from '../../../format/client.ts'
import { resultWords } from '../../../format/sign-in-result.ts'
import { ListFoot } from '../../../navigation/list-foot.tsx'
import { useListState } from '../../../navigation/list-state.ts'
import { useAccount } from '../../../session/use-session.ts'
import text from '../../../theme/text.module.css'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { Column } from '../../../ui/table/data-table-column.ts'
import { NoSuchPage } from '../../../ui/table/no-such-page.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { RowName } from '../../../ui/table/row-name.tsx'
import { Chip } from '../../../ui/text/chip.tsx'
import { Moment } from '../../../ui/text/moment.tsx'

const WORDS = { loading: 'Loading the history', failed: 'The history could not be read' }
const RULES = { sorts: ['created_at'], defaultSort: '-created_at' } as const

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
  const list = useListState(RULES)
  const { page, page_size } = list.query
  const query = useQuery({
    ...q(listLogins, { params: { id }, query: { page, page_size } }),
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = query
  const isEmpty = data?.logins.length === 0
  return (
    <Card title="Sign-in History" note="of the last 180 days" flush>
      <PlainTable<SignIn>
        name="Sign-in History"
        bare
        columns={columns}
        rows={data?.logins}
        rowId={(row) => row.id}
        rowName={({ user_agent, kind }) => clientWords(user_agent, kind)}
        stale={isPlaceholderData}
        instead={
          insteadOf(query, WORDS) ??
          (isEmpty &&
            (page > 1 ? (
              <NoSuchPage onFirst={() => list.setPage(1)} />
            ) : (
              <EmptyState title="No sign-ins yet" />
            )))
        }
        foot={<ListFoot list={list} total={data?.total} noun="sign-in" />}
      />
    </Card>
  )
}
