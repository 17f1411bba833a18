import { keepPreferences, type Preferences, readPreferences } from '@podium/contract/calls/preferences.ts'
import { listSolutions, type Solution } from '@podium/contract/calls/solutions.ts'
import { shownState } from '@podium/contract/rules/run-state.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LayoutGrid, List, Package, Play, Plus } from 'lucide-react'
import { Suspense } from 'react'
import { q } from '../../api/query.ts'
import { MainButton } from '../../navigation/main-button.tsx'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { useAddress } from '../../navigation/use-address.ts'
import { type ListFilter, ListTable } from '../../record/list-table.tsx'
import { readAgain } from '../../record/use-change.ts'
import { useDeletion } from '../../record/use-deletion.tsx'
import { prefetchList, useList } from '../../record/use-list.ts'
import { useNewestChange } from '../../record/use-newest-change.ts'
import type { ChangedRun } from '../../session/run-changes.ts'
import { useDisabledReason, useDisabledReasonFor } from '../../session/use-caller.ts'
import { useLiveRuns } from '../../session/use-live-runs.ts'
import { useWorkspace } from '../../session/use-session.ts'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ConnectionNote } from '../../ui/feedback/note.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { useSnackbar } from '../../ui/feedback/snackbar.tsx'
import { SegmentedControl } from '../../ui/form/radio-group.tsx'
import { Select } from '../../ui/form/select.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { lazyPart } from '../../ui/lazy/lazy.tsx'
import type { MenuItem } from '../../ui/menu/menu-popup.tsx'
import { solutionTarget } from './deletion-targets.ts'
import { useRegisterDialog } from './register/use-register-dialog.tsx'
import { solutionColumns } from './solution-columns.tsx'

const Thumbnails = lazyPart(async () => (await import('./thumbnails.tsx')).Thumbnails)

type View = Preferences['solution_view']

const VIEWS = [
  { value: 'list', label: 'List', icon: List },
  { value: 'thumbnails', label: 'Thumbnails', icon: LayoutGrid },
] as const

/** Thumbnails have no column headers to sort by. */
const SORTS = [
  { value: '-updated_at', label: 'Newest change first' },
  { value: 'updated_at', label: 'Oldest change first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: '-rating', label: 'Best rated first' },
  { value: 'rating', label: 'Lowest rated first' },
  { value: '-seq', label: 'Highest number first' },
  { value: 'seq', label: 'Lowest number first' },
]

const { pipeline, state } = listSolutions.list.filters

const FILTERS: readonly ListFilter[] = [
  { id: 'pipeline', name: 'Pipeline', values: Object.fromEntries(pipeline.map((mode) => [mode, mode])) },
  { id: 'state', name: 'Last run', values: Object.fromEntries(state.map((one) => [one, shownState(one)])) },
  { id: 'mine', name: 'Registered by', values: { 1: 'me' } },
]

/** The view that the person chose last. Only the person changes it, so it is read once. */
const preferencesQuery = { ...q(readPreferences), staleTime: Number.POSITIVE_INFINITY, retry: false }

export async function load(at: PageContext) {
  await Promise.all([
    prefetchList(at, listSolutions, { query: { workspace_id: at.workspace } }),
    at.search.view === undefined && at.queries.prefetchQuery(preferencesQuery),
  ])
}

export function Page() {
  const { id: workspace_id } = useWorkspace()
  const list = useList(listSolutions, ({ solutions }) => solutions, { query: { workspace_id } })
  const { view, choose } = useView()
  const register = useRegisterDialog()
  const navigate = useNavigate()
  const menu = useSolutionMenu()
  const connected = useLiveSolutions()
  return (
    <>
      <PageHeader
        title="AI Solution"
        lead="Packages this workspace can train and serve."
        actions={
          <MainButton icon={Plus} disabledReason={register.disabledReason} onClick={register.open}>
            Register Solution
          </MainButton>
        }
      />
      <ConnectionNote connected={connected} />
      <ListTable<Solution>
        list={list}
        name="AI Solution"
        noun="solution"
        columns={solutionColumns}
        rowId={({ id }) => id}
        rowName={({ solution_name }) => solution_name}
        searched="Search name, title or overview"
        filters={FILTERS}
        trailing={
          <>
            {view === 'thumbnails' && (
              <Select
                small
                aria-label="Sort by"
                value={list.address.sort}
                options={SORTS}
                onChange={({ currentTarget: { value } }) =>
                  list.setSort({ id: value.replace(/^-/, ''), desc: value.startsWith('-') })
                }
              />
            )}
            <SegmentedControl<View> label="View" segments={VIEWS} value={view} onChange={choose} />
          </>
        }
        menu={menu}
        onOpen={({ id, workspace_id: ws }) => void navigate(paths.solution(id, { ws }))}
        render={
          view === 'list'
            ? undefined
            : (rows) => (
                <Suspense fallback={<SkeletonRows label="Loading thumbnails" tall />}>
                  <Thumbnails {...rows} menu={menu} />
                </Suspense>
              )
        }
        empty={
          <EmptyState
            title="No solutions yet"
            action={
              <Button disabledReason={register.disabledReason} onClick={register.open}>
                Register the first one
              </Button>
            }
          >
            Register one here or with the podium command line.
          </EmptyState>
        }
      />
      {register.dialog}
    </>
  )
}

function useSolutionMenu(): (solution: Solution) => readonly MenuItem[] {
  const navigate = useNavigate()
  const runDisabledReason = useDisabledReason('run.start')
  const disabledReasonFor = useDisabledReasonFor()
  const { remove } = useDeletion('solution')
  return (solution) => {
    const { id, workspace_id: ws, created_by } = solution
    return [
      { label: 'Open', icon: Package, onSelect: () => void navigate(paths.solution(id, { ws })) },
      {
        label: 'New Run',
        icon: Play,
        disabledReason: runDisabledReason,
        onSelect: () => void navigate(paths.newRun({ solution: id, ws })),
      },
      'divider',
      {
        label: 'Delete',
        removes: true,
        disabledReason: disabledReasonFor('solution.delete', created_by),
        onSelect: () => void remove(solutionTarget(solution)),
      },
    ]
  }
}

/** Returns the view: the one in the address, else the one the person chose last. A choice changes both. */
function useView(): { view: View; choose: (view: View) => void } {
  const { search, change } = useAddress()
  const queries = useQueryClient()
  const { showSnackbar } = useSnackbar()
  const preferred = useQuery(preferencesQuery).data?.solution_view ?? 'list'
  const keep = useNewestChange({
    change: (solution_view: View, send) => send(keepPreferences, { body: { solution_view } }),
    onDone: (preferences) => queries.setQueryData(preferencesQuery.queryKey, preferences),
    onRefused() {
      showSnackbar('The view could not be saved for your next visit.', { tone: 'bad' })
      return true
    },
  })
  return {
    view: VIEWS.find(({ value }) => value === search.view)?.value ?? preferred,
    choose(view) {
      change({ view }, { replace: true })
      void keep(view)
    },
  }
}

type SolutionPage = ReplyOf<typeof listSolutions>

/**
 * Updates the state of each solution's newest run from the event stream. A newer run makes the page read again.
 * @returns whether the connection is up
 */
function useLiveSolutions(): boolean {
  const queries = useQueryClient()
  const key = { queryKey: [listSolutions.id] }

  function onChange({ solution_id, created_at, state }: ChangedRun) {
    const isNewer = queries
      .getQueriesData<SolutionPage>(key)
      .flatMap(([, page]) => page?.solutions ?? [])
      .some(({ id, last_run_at }) => id === solution_id && (last_run_at === null || last_run_at < created_at))
    if (isNewer) return void readAgain(queries, ['solution'])
    const moved = (solution: Solution) =>
      solution.id === solution_id && solution.last_run_at === created_at
        ? { ...solution, last_run_state: state }
        : solution
    queries.setQueriesData<SolutionPage>(
      key,
      (page) => page && { ...page, solutions: page.solutions.map(moved) },
    )
  }

  return useLiveRuns({ onChange }).connected
}
