import { listNotifications } from '@podium/contract/calls/notifications.ts'
import { readOverview } from '@podium/contract/calls/overview.ts'
import { listArtifacts } from '@podium/contract/calls/run-files.ts'
import { listRuns } from '@podium/contract/calls/run-list.ts'
import {
  listInstanceRuns,
  listSolutionRuns,
  type Run,
  type RunInfo,
  readRun,
} from '@podium/contract/calls/runs.ts'
import { listSolutions } from '@podium/contract/calls/solutions.ts'
import { isLive } from '@podium/contract/rules/run-state.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import type { Query, QueryClient } from '@tanstack/react-query'

/** The data of an event of the workspace's runs. */
export type ChangedRun = Run & Pick<RunInfo, 'progress'>

interface RunList {
  stream_histories: Run[]
}

/** The lists in which a changed run is updated in place. */
const LISTS = [listRuns, listInstanceRuns, listSolutionRuns]
/** The queries that apply a change themselves. The pages of the solution list and the overview do so too. */
const TAKES_CHANGES = new Set<unknown>(
  [...LISTS, readRun, listArtifacts, listSolutions, readOverview].map(({ id }) => id),
)

/** Applies a change to what is on the screen: rows keep their position, and only affected queries are read again. */
export function takeChange(queries: QueryClient, changed: ChangedRun): void {
  const { progress: _, ...row } = changed
  readAgainOnItsWay(queries, row)
  let before: Run | undefined
  for (const { id } of LISTS)
    queries.setQueriesData<RunList>({ queryKey: [id] }, (list) => {
      const known = list?.stream_histories.find((run) => run.id === row.id)
      if (!list || !known) return list
      before ??= known
      return {
        ...list,
        stream_histories: list.stream_histories.map((run) => (run === known ? { ...run, ...row } : run)),
      }
    })
  const rowIn = (runs: Run[]) => runs.map((run) => (run.id === row.id ? { ...run, ...row } : run))
  queries.setQueriesData<ReplyOf<typeof readOverview>>({ queryKey: [readOverview.id] }, (home) => {
    const content = home?.recent?.content
    if (!home?.recent || !content) return home
    before ??= content.all.find(({ id }) => id === row.id)
    const recent = { own: rowIn(content.own), all: rowIn(content.all) }
    return { ...home, recent: { ...home.recent, content: recent } }
  })
  const args = { params: { id: row.id } }
  queries.setQueriesData<RunInfo>({ queryKey: [readRun.id, args] }, (run) => {
    if (!run) return run
    before = run
    return { ...run, ...changed }
  })
  if (before?.state === row.state && before.detail === row.detail) return
  void queries.invalidateQueries({ queryKey: [readRun.id, args] })
  if (before?.state === row.state) return
  // A list that is not on the screen is read again when it is opened.
  for (const { id } of [...LISTS, readOverview])
    void queries.invalidateQueries({ queryKey: [id], type: 'inactive', refetchType: 'none' })
  void queries.invalidateQueries({ queryKey: [listArtifacts.id, args] })
  void queries.invalidateQueries({
    predicate: (query) => isMadeOfRuns(query) && !TAKES_CHANGES.has(query.queryKey[0]),
  })
  // A run that no list has may be among the newest runs of a solution.
  if (!before) void queries.invalidateQueries({ queryKey: [listSolutionRuns.id] })
}

function isMadeOfRuns({ meta }: Query): boolean {
  return meta?.reads?.includes('run') ?? false
}

/** A response that is on its way may be older than the change and would overwrite it. */
function readAgainOnItsWay(queries: QueryClient, row: Run): void {
  for (const { id } of LISTS)
    void queries.invalidateQueries({
      queryKey: [id],
      predicate: ({ state }) => {
        if (state.fetchStatus !== 'fetching') return false
        const known = (state.data as RunList | undefined)?.stream_histories.find((run) => run.id === row.id)
        return known ? known.state !== row.state : !isLive(row.state)
      },
    })
}

/** Invalidates what a background tab, which follows no changes, shows in its title, icon and bell. */
export function takeLook(queries: QueryClient): void {
  for (const { id } of [listNotifications, listRuns, readRun])
    void queries.invalidateQueries({ queryKey: [id] })
}

/** The person has a new notification. */
export function takeNotification(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: [listNotifications.id] })
}

/** Changes may have been missed: reads everything that shows runs again. The overview does so on its page. */
export function takeGap(queries: QueryClient): void {
  takeNotification(queries)
  void queries.invalidateQueries({
    predicate: (query) => isMadeOfRuns(query) && !(query.queryKey[0] === readOverview.id && query.isActive()),
  })
}
