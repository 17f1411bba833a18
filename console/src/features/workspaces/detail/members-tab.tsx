import { listMembers, type Member, readMemberSummary, type Workspace } from '@podium/contract/workspaces.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { insteadOf } from '../../../api/query-instead.tsx'
import { ListFoot } from '../../../navigation/list-foot.tsx'
import { type ListRules, useListState } from '../../../navigation/list-state.ts'
import { NoRows } from '../../../navigation/no-rows.tsx'
import { ListSearch } from '../../../record/list-search.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { Toolbar } from '../../../ui/table/toolbar.tsx'
import { unitNote } from '../components/usage-words.ts'
import { memberColumns } from './member-columns.tsx'

type MemberSort = 'username' | 'role' | 'display_name' | 'email' | 'company' | 'department'

const RULES: ListRules<MemberSort, never> = {
  sorts: ['username', 'role', 'display_name', 'email', 'company', 'department'],
  defaultSort: 'username',
}
const WORDS = { loading: 'Loading members', failed: 'The members could not be read' }

/** Everybody in the workspace, and what each of them used. */
export function MembersTab({ workspace: { id } }: { workspace: Workspace }) {
  const list = useListState(RULES)
  const { page, page_size, sort, q: text } = list.query
  const query = useQuery({
    ...q(listMembers, { params: { id }, query: { page, page_size, sort, q: text } }),
    placeholderData: keepPreviousData,
  })
  const summary = useQuery(q(readMemberSummary, { params: { id } }))
  const { data, isPlaceholderData } = query

  return (
    <>
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
      <DataTable<Member>
        name="Members"
        columns={memberColumns}
        rows={data?.members}
        rowId={({ account_id }) => account_id}
        rowName={({ username }) => username}
        sort={list.sort}
        onSort={list.setSort}
        stale={isPlaceholderData}
        instead={insteadOf(query, WORDS) ?? emptiness()}
        foot={
          <ListFoot
            list={list}
            total={data?.total}
            noun="member"
            note={summary.data && unitNote(summary.data.usage)}
          />
        }
      />
    </>
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
