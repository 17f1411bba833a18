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

/** What an event of the workspace's runs says. */
export type ChangedRun = Run & Pick<RunInfo, 'progress'>

interface RunList {
  stream_histories: Run[]
}

/** The lists of runs: a changed row is put in its place. */
const LISTS = [listRuns, listInstanceRuns, listSolutionRuns]
/** Which queries take a change in by themselves. The list of solutions and the overview do so on their pages. */
const TAKES_CHANGES = new Set<unknown>(
  [...LISTS, readRun, listArtifacts, listSolutions, readOverview].map(({ id }) => id),
)

/** Puts a change into what is on the screen: rows keep their place, and only what it touches is read again. */
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
  // A list that is not on the screen now is read again when it is opened.
  for (const { id } of [...LISTS, readOverview])
    void queries.invalidateQueries({ queryKey: [id], type: 'inactive', refetchType: 'none' })
  void queries.invalidateQueries({ queryKey: [listArtifacts.id, args] })
  void queries.invalidateQueries({
    predicate: (query) => isMadeOfRuns(query) && !TAKES_CHANGES.has(query.queryKey[0]),
  })
  // The newest runs of a solution: one that no list has may be among them.
  if (!before) void queries.invalidateQueries({ queryKey: [listSolutionRuns.id] })
}

function isMadeOfRuns({ meta }: Query): boolean {
  return meta?.reads?.includes('run') ?? false
}

/** An answer that is on its way may be older than the change, and would be put over it. */
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

/** A tab behind others, which follows no changes, reads again what its title, its icon and its bell are made of. */
export function takeLook(queries: QueryClient): void {
  for (const { id } of [listNotifications, listRuns, readRun])
    void queries.invalidateQueries({ queryKey: [id] })
}

/** The person has something new to read. */
export function takeNotification(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: [listNotifications.id] })
}

/** Changes may have been missed: whatever shows runs is read again; the overview does so on its page. */
export function takeGap(queries: QueryClient): void {
  takeNotification(queries)
  void queries.invalidateQueries({
    predicate: (query) => isMadeOfRuns(query) && !(query.queryKey[0] === readOverview.id && query.isActive()),
  })
}
