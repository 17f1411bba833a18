import { listLogins, type SignIn } from '@podium/contract/sign-in.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { insteadOf } from '../../../api/query-instead.tsx'
import { NOTHING } from '../../../format/nothing.ts'
import { resultWords } from '../../../format/sign-in-result.ts'
import { ListFoot } from '../../../navigation/list-foot.tsx'
import { useListState } from '../../../navigation/list-state.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { Column } from '../../../ui/table/data-table-column.ts'
import { NoSuchPage } from '../../../ui/table/no-such-page.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { Chip } from '../../../ui/text/chip.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { ClientCell } from './client-cell.tsx'

const WORDS = { loading: 'Loading sign-ins', failed: 'The sign-ins could not be read' }
const RULES = { sorts: ['created_at'], defaultSort: '-created_at' } as const

const COLUMNS: readonly Column<SignIn>[] = [
  { id: 'created_at', header: 'When', cell: ({ created_at }) => <Moment at={created_at} /> },
  { id: 'result', header: 'Result', cell: ({ result }) => <Result of={result} /> },
  {
    id: 'kind',
    header: 'With',
    cell: ({ user_agent, kind }) => <ClientCell user_agent={user_agent} kind={kind} />,
  },
  { id: 'address', header: 'Address', cell: ({ address }) => address || NOTHING },
]

/** Who signed in as this account, or tried to. */
export function HistoryPanel({ id }: { id: string }) {
  const list = useListState(RULES)
  const { page, page_size } = list.query
  const query = useQuery({
    ...q(listLogins, { params: { id }, query: { page, page_size } }),
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = query
  const isEmpty = data?.logins.length === 0
  return (
    <PlainTable<SignIn>
      name="Sign-in History"
      tall
      columns={COLUMNS}
      rows={data?.logins}
      rowId={(row) => row.id}
      rowName={({ created_at }) => created_at}
      stale={isPlaceholderData}
      instead={
        insteadOf(query, WORDS, { tall: true }) ??
        (isEmpty &&
          (page > 1 ? (
            <NoSuchPage onFirst={() => list.setPage(1)} />
          ) : (
            <EmptyState title="Nobody signed in within 180 days" />
          )))
      }
      foot={<ListFoot list={list} total={data?.total} noun="sign-in" />}
    />
  )
}

function Result({ of: result }: { of: string }) {
  return <Chip tone={result === 'ok' ? 'good' : 'bad'}>{resultWords(result)}</Chip>
}
