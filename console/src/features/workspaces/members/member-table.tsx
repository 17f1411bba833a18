import { listMembers, type Member, readMemberSummary, type Workspace } from '@podium/contract/workspaces.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../../../api/query.ts'
import { insteadOf } from '../../../api/query-instead.tsx'
import { ListFoot } from '../../../navigation/list-foot.tsx'
import { type ListRules, useListState } from '../../../navigation/list-state.ts'
import { NoRows } from '../../../navigation/no-rows.tsx'
import { ListSearch } from '../../../record/list-search.tsx'
import { useAccount } from '../../../session/use-session.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { Toolbar } from '../../../ui/table/toolbar.tsx'
import { draftColumns } from './draft-columns.tsx'
import { type Draft, managersGained, withRemoved, withRole } from './member-draft.ts'
import { SelectedMembers } from './selected-members.tsx'

interface MemberTableProps {
  workspace: Workspace
  draft: Draft
  onDraft: (draft: Draft) => void
}

const RULES: ListRules<'username' | 'role', never> = { sorts: ['username', 'role'], defaultSort: 'username' }
const WORDS = { loading: 'Loading members', failed: 'The members could not be read' }
const NOBODY: readonly Member[] = []

/** The members as they would be once the draft is saved. */
export function MemberTable({ workspace: { id }, draft, onDraft }: MemberTableProps) {
  const list = useListState(RULES)
  const { accountId } = useAccount()
  const { page, page_size, sort, q: text } = list.query
  const query = useQuery({
    ...q(listMembers, { params: { id }, query: { page, page_size, sort, q: text } }),
    placeholderData: keepPreviousData,
  })
  const summary = useQuery(q(readMemberSummary, { params: { id } }))
  const [selected, setSelected] = useState(NOBODY)
  const { data, isPlaceholderData } = query
  const managers = (summary.data?.by_role.MANAGER ?? 0) + managersGained(draft)

  /** Whoever was selected on another page stays so. */
  function select(ids: string[]) {
    const known = [...(data?.members ?? []), ...selected]
    setSelected(ids.flatMap((one) => known.find(({ account_id }) => account_id === one) ?? []))
  }

  function forSelected(change: (before: Draft, member: Member) => Draft) {
    onDraft(selected.filter(({ account_id }) => account_id !== accountId).reduce(change, draft))
    setSelected(NOBODY)
  }

  return (
    <div>
      {selected.length > 0 ? (
        <SelectedMembers
          members={selected}
          own={accountId}
          onRole={(role) => forSelected((before, member) => withRole(before, member, role))}
          onRemove={() => forSelected(withRemoved)}
          onClear={() => setSelected(NOBODY)}
        />
      ) : (
        <Toolbar
          search={
            <ListSearch
              label="Search members"
              placeholder="Search ID, name or email"
              text={text}
              onSearch={list.setSearch}
            />
          }
        />
      )}
      <DataTable<Member>
        name="Members"
        tall
        columns={draftColumns({ draft, own: accountId, managers, onDraft })}
        rows={data?.members}
        rowId={({ account_id }) => account_id}
        rowName={({ username }) => username}
        selected={selected.map(({ account_id }) => account_id)}
        onSelect={select}
        sort={list.sort}
        onSort={list.setSort}
        stale={isPlaceholderData}
        instead={insteadOf(query, WORDS, { tall: true }) ?? emptiness()}
        foot={<ListFoot list={list} total={data?.total} noun="member" />}
      />
    </div>
  )

  function emptiness() {
    if (!data || data.members.length > 0) return undefined
    return (
      <NoRows list={{ ...list, clear: () => list.setSearch('') }} noun="member">
        <EmptyState title="Nobody is a member yet" />
      </NoRows>
    )
  }
}
