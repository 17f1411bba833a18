import type { Registered, Solution } from '@podium/contract/solutions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import { ListFoot } from '../../navigation/list-foot.tsx'
import { readListQuery, useListState } from '../../navigation/list-state.ts'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { ListSearch } from '../../record/list-search.tsx'
import { useWhyNot } from '../../session/use-caller.ts'
import { useWorkspace } from '../../session/use-session.ts'
import { Button } from '../../ui/button/button.tsx'
import { lateDialog } from '../../ui/dialog/late-dialog.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { latePart } from '../../ui/lazy/late-part.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Toolbar } from '../../ui/table/toolbar.tsx'
import { InsteadOfSolutions } from './list/instead-of-solutions.tsx'
import { solutionColumns } from './list/solution-columns.tsx'
import { SolutionFilters } from './list/solution-filters.tsx'
import { SOLUTION_RULES, solutionQuery } from './list/solution-query.ts'
import { preferencesQuery, useView } from './list/use-view.ts'
import { ViewSwitch } from './list/view-switch.tsx'
import { useDialogInUrl } from './use-dialog-in-url.ts'
import { useSolutionMenu } from './use-solution-menu.ts'

const RegisterDialog = lateDialog(async () => (await import('./register/register-dialog.tsx')).RegisterDialog)
const Thumbnails = latePart(async () => (await import('./list/thumbnails.tsx')).Thumbnails)
const LiveSolutions = latePart(async () => (await import('./list/live-solutions.tsx')).LiveSolutions)
const SortSelect = latePart(async () => (await import('./list/sort-select.tsx')).SortSelect)

export async function load({ queries, search, workspace }: PageContext) {
  await Promise.all([
    queries.prefetchQuery(solutionQuery(workspace, readListQuery(search, SOLUTION_RULES))),
    search.view === undefined && queries.prefetchQuery(preferencesQuery),
  ])
}

export function Page() {
  const { id: workspace } = useWorkspace()
  const list = useListState(SOLUTION_RULES)
  const { view, choose } = useView()
  const dialog = useDialogInUrl('register')
  const navigate = useNavigate()
  const menu = useSolutionMenu()
  const whyNot = useWhyNot('solution.register')
  const query = useQuery({ ...solutionQuery(workspace, list.query), placeholderData: keepPreviousData })
  const { data, isPlaceholderData } = query
  const instead = (
    <InsteadOfSolutions
      query={query}
      list={{ ...list, clear: () => void navigate({ to: '.', search: { view } as never }) }}
      onRegister={dialog.open}
      whyNot={whyNot}
    />
  )
  const foot = <ListFoot list={list} total={data?.total} noun="solution" />

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
      <Suspense>
        <LiveSolutions />
      </Suspense>
      <Toolbar
        search={
          <ListSearch
            label="Search solutions"
            placeholder="Search name, title or overview"
            text={list.query.q}
            onSearch={list.setSearch}
          />
        }
        filters={<SolutionFilters filters={list.query.filters} onFilter={list.setFilter} />}
        aside={
          <>
            {view === 'thumbnails' && (
              <Suspense>
                <SortSelect sort={list.query.sort} onSort={list.setSort} />
              </Suspense>
            )}
            <ViewSwitch view={view} onChange={choose} />
          </>
        }
      />
      {view === 'thumbnails' ? (
        <Suspense fallback={<SkeletonRows label="Loading thumbnails" tall />}>
          <Thumbnails
            solutions={data?.solutions}
            menu={menu}
            stale={isPlaceholderData}
            instead={instead}
            foot={foot}
          />
        </Suspense>
      ) : (
        <DataTable<Solution>
          name="AI Solution"
          tall
          columns={solutionColumns}
          rows={data?.solutions}
          rowId={(row) => row.id}
          rowName={(row) => row.solution_name}
          menu={menu}
          onOpen={({ id, workspace_id: ws }) => void navigate(paths.solution(id, { ws }))}
          sort={list.sort}
          onSort={list.setSort}
          stale={isPlaceholderData}
          instead={instead}
          foot={foot}
        />
      )}
      {dialog.isOpen && whyNot === undefined && (
        <Suspense>
          <RegisterDialog onCancel={dialog.close} onRegistered={show} />
        </Suspense>
      )}
    </>
  )
}
