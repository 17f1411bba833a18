import { listSolutions, type Registered, type Solution } from '@podium/contract/solutions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { q } from '../../api/query.ts'
import { insteadOf } from '../../api/query-instead.tsx'
import { type ListQuery, type ListRules, readListQuery, useListState } from '../../navigation/list-state.ts'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { useWhyNot } from '../../session/use-caller.ts'
import { useWorkspace } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { solutionColumns } from './solution-columns.tsx'
import { useDialogInUrl } from './use-dialog-in-url.ts'
import { useSolutionMenu } from './use-solution-menu.ts'

const RegisterDialog = lazy(async () => ({
  default: (await import('./register/register-dialog.tsx')).RegisterDialog,
}))

type SortField = 'seq' | 'name' | 'updated_at'

const RULES: ListRules<SortField, never> = {
  sorts: ['seq', 'name', 'updated_at'],
  defaultSort: '-updated_at',
}
const WORDS = { loading: 'Loading solutions', failed: 'The solutions could not be read' }

export function load({ queries, search, workspace }: PageContext) {
  return queries.prefetchQuery(queryFor(workspace, readListQuery(search, RULES)))
}

function queryFor(workspace: string, { page, page_size, sort, q: text }: ListQuery<SortField, never>) {
  return q(listSolutions, { query: { workspace_id: workspace, page, page_size, sort, q: text } })
}

export function Page() {
  const { id: workspace } = useWorkspace()
  const list = useListState(RULES)
  const dialog = useDialogInUrl('register')
  const navigate = useNavigate()
  const menu = useSolutionMenu()
  const whyNot = useWhyNot('solution.register')
  const query = useQuery({ ...queryFor(workspace, list.query), placeholderData: keepPreviousData })
  const { data, isPlaceholderData } = query

  function show({ id, workspace_id }: Registered) {
    void navigate(paths.solution(id, { ws: workspace_id }))
  }

  return (
    <>
      <PageHeader
        title="AI Solution"
        lead="Packages this workspace can train and serve."
        actions={
          <Button kind="primary" icon={Plus} reason={whyNot} onClick={dialog.open}>
            Register Solution
          </Button>
        }
      />
      <Toolbar
        search={
          <SearchField
            label="Search solutions"
            placeholder="Search name"
            defaultValue={list.query.q}
            onChange={list.setSearch}
          />
        }
      />
      <DataTable<Solution>
        name="AI Solution"
        columns={solutionColumns}
        rows={data?.solutions}
        rowId={(row) => row.id}
        rowName={(row) => row.solution_name}
        menu={menu}
        sort={list.sort}
        onSort={list.setSort}
        stale={isPlaceholderData}
        instead={insteadOf(query, WORDS) ?? emptiness()}
        foot={
          data &&
          data.total > 0 && (
            <Pagination
              page={list.query.page}
              pageSize={list.query.page_size}
              total={data.total}
              noun="solution"
              onPage={list.setPage}
              onPageSize={list.setPageSize}
            />
          )
        }
      />
      {dialog.isOpen && whyNot === undefined && (
        <Suspense>
          <RegisterDialog onCancel={dialog.close} onRegistered={show} />
        </Suspense>
      )}
    </>
  )

  function emptiness() {
    if (data === undefined || data.solutions.length > 0) return undefined
    if (list.query.q !== '')
      return (
        <EmptyState
          title={`No solution matches “${list.query.q}”`}
          drawing="search"
          action={<Button onClick={list.clear}>Clear search</Button>}
        />
      )
    if (list.query.page > 1)
      return (
        <EmptyState
          title="There is no such page"
          drawing="search"
          action={<Button onClick={() => list.setPage(1)}>First page</Button>}
        />
      )
    return (
      <EmptyState
        title="No solutions yet"
        action={
          <Button reason={whyNot} onClick={dialog.open}>
            Register the first one
          </Button>
        }
      >
        Register one here or with the podium command line.
      </EmptyState>
    )
  }
}
