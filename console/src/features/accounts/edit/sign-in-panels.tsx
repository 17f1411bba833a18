import { listLogins, listSessions, type Session, type SignIn } from '@podium/contract/sign-in.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { clientWords } from '../../../format/client.ts'
import { NOTHING } from '../../../format/nothing.ts'
import { resultWords } from '../../../format/sign-in-result.ts'
import { PagedTable } from '../../../record/list-table.tsx'
import { useList } from '../../../record/use-list.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { type Column, RowName } from '../../../ui/table/table-rows.tsx'
import { Chip } from '../../../ui/text/chip.tsx'
import { Moment } from '../../../ui/text/moment.tsx'

const WORDS = { loading: 'Loading sessions', failed: 'The sessions could not be read' }

const SESSION_COLUMNS: readonly Column<Session>[] = [
  { id: 'kind', header: 'Signed in with', cell: (session) => <Client {...session} /> },
  { id: 'address', header: 'Address', cell: ({ address }) => address || NOTHING },
  { id: 'created_at', header: 'Since', cell: ({ created_at }) => <Moment at={created_at} /> },
  { id: 'last_seen_at', header: 'Last seen', cell: ({ last_seen_at }) => <Moment at={last_seen_at} /> },
]

const SIGN_IN_COLUMNS: readonly Column<SignIn>[] = [
  { id: 'created_at', header: 'When', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    id: 'result',
    header: 'Result',
    cell: ({ result }) => <Chip tone={result === 'ok' ? 'good' : 'bad'}>{resultWords(result)}</Chip>,
  },
  { id: 'kind', header: 'With', cell: (signIn) => <Client {...signIn} /> },
  { id: 'address', header: 'Address', cell: ({ address }) => address || NOTHING },
]

/** Where the account is signed in now. */
export function SessionsPanel({ id }: { id: string }) {
  const query = useQuery(q(listSessions, { params: { id } }))
  const isEmpty = query.data?.sessions.length === 0
  return (
    <DataTable<Session>
      name="Sessions"
      tall
      columns={SESSION_COLUMNS}
      rows={query.data?.sessions}
      rowId={(row) => row.id}
      rowName={(row) => clientWords(row.user_agent, row.kind)}
      placeholder={
        queryPlaceholder(query, WORDS, { tall: true }) ??
        (isEmpty && <EmptyState title="Not signed in anywhere" />)
      }
    />
  )
}

/** Who signed in as this account, or tried to. */
export function HistoryPanel({ id }: { id: string }) {
  const list = useList(listLogins, ({ logins }) => logins, { params: { id } })
  return (
    <PagedTable<SignIn>
      list={list}
      name="Sign-in History"
      noun="sign-in"
      tall
      columns={SIGN_IN_COLUMNS}
      rowId={(row) => row.id}
      rowName={({ created_at }) => created_at}
      empty={<EmptyState title="No sign-ins within 180 days" />}
    />
  )
}

/** What signed in, in words, and as it named itself where that says more. */
function Client({ user_agent, kind }: Pick<Session, 'user_agent' | 'kind'>) {
  const words = clientWords(user_agent, kind)
  const saysMore = user_agent !== '' && user_agent !== words
  return <RowName sub={saysMore ? user_agent : undefined}>{words}</RowName>
}
