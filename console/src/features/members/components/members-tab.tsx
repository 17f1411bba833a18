import { readMemberSummary, type Usage } from '@podium/contract/calls/workspace-use.ts'
import { listMembers, type Member } from '@podium/contract/calls/workspaces.ts'
import { roleLabels } from '@podium/contract/rules/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { q } from '../../../api/query.ts'
import { NOTHING } from '../../../format/nothing.ts'
import { ListTable } from '../../../record/list-table.tsx'
import { useList } from '../../../record/use-list.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { CellText } from '../../../ui/table/cell-text.tsx'
import { type Column, RowName } from '../../../ui/table/table-rows.tsx'
import { Tag } from '../../../ui/text/chip.tsx'
import { Until } from '../../../ui/text/until.tsx'
import { Amount, moneyNote, sizeOf } from '../../workspaces/components/amount.tsx'

const columns: readonly Column<Member>[] = [
  {
    id: 'username',
    header: 'ID',
    sortable: true,
    width: '14%',
    cell: ({ username }) => (
      <RowName>
        <span title={username}>{username}</span>
      </RowName>
    ),
  },
  {
    id: 'role',
    header: 'Role in Workspace',
    sortable: true,
    onPhone: 'title',
    width: '13%',
    cell: ({ role, source, ends_at }) => (
      <span className={layout.wrap}>
        <Tag>{roleLabels[role]}</Tag>
        {source === 'group' && <span className={text.sub}>by group</span>}
        {ends_at !== null && <Until at={ends_at} />}
      </span>
    ),
  },
  textColumn('display_name', 'User Name', '13%'),
  textColumn('email', 'Email', '20.5%'),
  { ...textColumn('company', 'Company', '8.5%'), onlyWide: true, onPhone: 'hidden' },
  { ...textColumn('department', 'Department', '10%'), onlyWide: true, onPhone: 'hidden' },
  {
    id: 'service_name',
    header: 'Service Name',
    width: '10%',
    cell: ({ usage }) => linesOf(usage, ({ service_name }) => service_name),
  },
  {
    id: 'amount',
    header: 'Amount',
    numeric: true,
    width: '11%',
    cell: ({ usage }) => linesOf(usage, (used) => <Amount of={used} />),
  },
]

function textColumn(
  id: Exclude<keyof Member, 'usage' | 'ends_at'>,
  header: string,
  width: string,
): Column<Member> {
  return {
    id,
    header,
    sortable: true,
    width,
    cell: (member) => (member[id] === '' ? NOTHING : <CellText of={member[id]} />),
  }
}

/** The members, with what each of them used. */
export function MembersTab({ id }: { id: string }) {
  const list = useList(listMembers, ({ members }) => members, { params: { id } })
  const summary = useQuery(q(readMemberSummary, { params: { id } }))
  return (
    <ListTable<Member>
      list={list}
      name="Members"
      noun="member"
      columns={columns}
      rowId={({ account_id }) => account_id}
      rowName={({ username }) => username}
      searched="Search ID, name or email"
      note={summary.data && moneyNote(summary.data.usage)}
    />
  )
}

/** One line per service that was used. */
function linesOf(usage: readonly Usage[], show: (used: Usage) => ReactNode): ReactNode {
  const used = usage.filter((each) => sizeOf(each) > 0)
  if (used.length === 0) return NOTHING
  return (
    <span className={classNames(layout.stackTight, text.unbroken)}>
      {used.map((each) => (
        <span key={each.service_name}>{show(each)}</span>
      ))}
    </span>
  )
}
