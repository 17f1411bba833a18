import { listLogins, listSessions, type Session, type SignIn } from '@podium/contract/calls/sign-in.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { clientWords } from '../../../format/client.ts'
import { resultWords } from '../../../format/sign-in-result.ts'
import { PagedTable } from '../../../record/list-table.tsx'
import { useList } from '../../../record/use-list.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Column } from '../../../ui/table/table-rows.tsx'
import { Chip } from '../../../ui/text/chip.tsx'

interface SignInTableProps<Row> {
  id: string
  columns: readonly Column<Row>[]
  /** within a card */
  bare?: boolean
}

export const resultColumn: Column<SignIn> = {
  id: 'result',
  header: 'Result',
  cell: ({ result }) => <Chip tone={result === 'ok' ? 'good' : 'bad'}>{resultWords(result)}</Chip>,
}

export function SessionsTable({ id, columns, bare = false }: SignInTableProps<Session>) {
  const query = useQuery(q(listSessions, { params: { id } }))
  return (
    <DataTable<Session>
      name="Sessions"
      tall
      bare={bare}
      columns={columns}
      rows={query.data?.sessions}
      rowId={(session) => session.id}
      rowName={({ user_agent, kind }) => clientWords(user_agent, kind)}
      placeholder={
        queryPlaceholder(query, 'sessions', { tall: true }) ??
        (query.data?.sessions.length === 0 && <EmptyState title="Not signed in anywhere" />)
      }
    />
  )
}

/** The sign-ins of an account, failed ones included. */
export function SignInHistory({
  id,
  columns,
  bare = false,
  empty,
}: SignInTableProps<SignIn> & { empty: string }) {
  const list = useList(listLogins, ({ logins }) => logins, { params: { id } })
  return (
    <PagedTable<SignIn>
      list={list}
      name="Sign-in History"
      noun="sign-in"
      tall={!bare}
      bare={bare}
      columns={columns}
      rowId={(signIn) => signIn.id}
      rowName={({ user_agent, kind }) => clientWords(user_agent, kind)}
      empty={<EmptyState title={empty} />}
    />
  )
}
