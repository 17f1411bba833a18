import { listSessions, type Session } from '@podium/contract/sign-in.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { insteadOf } from '../../../api/query-instead.tsx'
import { clientWords } from '../../../format/client.ts'
import { NOTHING } from '../../../format/nothing.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { Column } from '../../../ui/table/data-table-column.ts'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { ClientCell } from './client-cell.tsx'

const WORDS = { loading: 'Loading sessions', failed: 'The sessions could not be read' }

const COLUMNS: readonly Column<Session>[] = [
  {
    id: 'kind',
    header: 'Signed in with',
    cell: ({ user_agent, kind }) => <ClientCell user_agent={user_agent} kind={kind} />,
  },
  { id: 'address', header: 'Address', cell: ({ address }) => address || NOTHING },
  { id: 'created_at', header: 'Since', cell: ({ created_at }) => <Moment at={created_at} /> },
  { id: 'last_seen_at', header: 'Last seen', cell: ({ last_seen_at }) => <Moment at={last_seen_at} /> },
]

/** Where the account is signed in now. */
export function SessionsPanel({ id }: { id: string }) {
  const query = useQuery(q(listSessions, { params: { id } }))
  const isEmpty = query.data?.sessions.length === 0
  return (
    <PlainTable<Session>
      name="Sessions"
      tall
      columns={COLUMNS}
      rows={query.data?.sessions}
      rowId={(row) => row.id}
      rowName={(row) => clientWords(row.user_agent, row.kind)}
      instead={
        insteadOf(query, WORDS, { tall: true }) ?? (isEmpty && <EmptyState title="Not signed in anywhere" />)
      }
    />
  )
}
