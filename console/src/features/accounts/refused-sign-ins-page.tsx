import { listRefusedSignIns, type RefusedSignIn } from '@podium/contract/calls/sign-in.ts'
import { Link } from '@tanstack/react-router'
import { clientWords } from '../../format/client.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { resultWords } from '../../format/sign-in-result.ts'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { ListTable } from '../../record/list-table.tsx'
import { prefetchList, useList } from '../../record/use-list.ts'
import text from '../../theme/text.module.css'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { type Column, RowName } from '../../ui/table/table-rows.tsx'
import { Moment } from '../../ui/text/moment.tsx'
import { Mono } from '../../ui/text/mono.tsx'
import { resultColumn } from './components/sign-in-tables.tsx'

const columns: readonly Column<RefusedSignIn>[] = [
  {
    id: 'username',
    header: 'ID',
    cell: ({ account_id, username }) => (
      <RowName>
        <Link {...paths.editAccount(account_id)}>{username}</Link>
      </RowName>
    ),
  },
  { id: 'created_at', header: 'When', sortable: true, cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    ...resultColumn,
    // The usual result is plain text, so that the others stand out.
    cell: (signIn, isPhone) =>
      signIn.result === '001' ? resultWords(signIn.result) : resultColumn.cell(signIn, isPhone),
  },
  {
    id: 'address',
    header: 'From',
    cell: ({ address, user_agent, kind }) => (
      <>
        <Mono>{address}</Mono>
        <span className={text.sub}>
          with {user_agent === '' ? `a ${kind}` : clientWords(user_agent, kind)}
        </span>
      </>
    ),
  },
]

export const load = (at: PageContext) => prefetchList(at, listRefusedSignIns)

export function Page() {
  const list = useList(listRefusedSignIns, ({ logins }) => logins)
  const { from } = list.address.filters
  return (
    <>
      <PageHeader title="Refused Sign-ins" lead="Sign-ins that were refused in the last 180 days." />
      <ListTable<RefusedSignIn>
        list={list}
        name="Refused Sign-ins"
        noun="refused sign-in"
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ username }) => username}
        searched="Search ID or address"
        filters={[{ id: 'from', name: 'From', label: from && formatDateTime(new Date(from)) }]}
        empty={<EmptyState title="No refused sign-ins">None in the last 180 days.</EmptyState>}
      />
    </>
  )
}
