import { listWorkspaces, type Workspace } from '@podium/contract/workspaces.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ApiError, sentenceFor } from '../../api/api-error.ts'
import { q } from '../../api/query.ts'
import { ListSearch } from '../../navigation/list-search.tsx'
import { type ListQuery, type ListRules, readListQuery, useListState } from '../../navigation/list-state.ts'
import type { PageContext } from '../../navigation/page.ts'
import { startAnew } from '../../navigation/start-anew.ts'
import { useWhyNot } from '../../session/use-caller.ts'
import { useKeptValues } from '../../session/use-kept-form.ts'
import { useSessionState } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { CREATE_WORKSPACE_FORM } from './components/create-workspace-form.ts'
import { workspaceColumns } from './workspace-columns.tsx'

const CreateWorkspaceDialog = lazy(async () => ({
  default: (await import('./components/create-workspace-dialog.tsx')).CreateWorkspaceDialog,
}))

type SortField = 'name' | 'member_count' | 'updated_at' | 's3_bucket_name'

const RULES: ListRules<SortField, never> = {
  sorts: ['name', 'member_count', 'updated_at', 's3_bucket_name'],
  defaultSort: 'name',
}

export function load({ queries, search }: PageContext) {
  return queries.prefetchQuery(queryFor(readListQuery(search, RULES)))
}

function queryFor({ page, page_size, sort, q: text }: ListQuery<SortField, never>) {
  return q(listWorkspaces, { query: { page, page_size, sort, q: text } })
}

export function Page() {
  const list = useListState(RULES)
  const { account } = useSessionState()
  // Whoever lost their session while typing finds the dialog open again.
  const kept = useKeptValues(CREATE_WORKSPACE_FORM)
  const [isCreating, setCreating] = useState(kept !== undefined)
  const whyNot = useWhyNot('workspace.create')
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...queryFor(list.query),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title="Workspace"
        lead={
          account?.role === 'ADMIN'
            ? 'Every workspace of this installation. A workspace keeps solutions, runs and members together.'
            : 'The workspaces you belong to. A workspace keeps solutions, runs and members together.'
        }
        actions={
          <Button kind="primary" icon={Plus} reason={whyNot} onClick={() => setCreating(true)}>
            New Workspace
          </Button>
        }
      />
      <Toolbar
        search={
          <ListSearch
            label="Search workspaces"
            placeholder="Search name or bucket"
            text={list.query.q}
            onSearch={list.setSearch}
          />
        }
      />
      <DataTable<Workspace>
        name="Workspace"
        tall
        columns={workspaceColumns}
        rows={data?.workspaces}
        rowId={(row) => row.id}
        rowName={(row) => row.display_name}
        sort={list.sort}
        onSort={list.setSort}
        stale={isPlaceholderData}
        instead={instead()}
        foot={
          data &&
          data.total > 0 && (
            <Pagination
              page={list.query.page}
              pageSize={list.query.page_size}
              total={data.total}
              noun="workspace"
              onPage={list.setPage}
              onPageSize={list.setPageSize}
            />
          )
        }
      />
      {isCreating && (
        <Suspense>
          <CreateWorkspaceDialog onCancel={() => setCreating(false)} onCreated={startAnew} />
        </Suspense>
      )}
    </>
  )

  function instead() {
    if (error)
      return (
        <ErrorState
          title="The workspaces could not be read"
          detail={sentenceFor(error)}
          requestId={error instanceof ApiError ? error.requestId : undefined}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )
    if (!data) return <SkeletonRows label="Loading workspaces" tall />
    if (data.workspaces.length > 0) return undefined
    if (list.query.q === '') return <EmptyState title="No workspaces yet" />
    return (
      <EmptyState
        title={`No workspace matches “${list.query.q}”`}
        drawing="search"
        action={<Button onClick={list.clear}>Clear search</Button>}
      />
    )
  }
}
