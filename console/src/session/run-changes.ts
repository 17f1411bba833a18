import { listInstances, readInstance } from '@podium/contract/instances.ts'
import { listRecentRuns, readOverviewSummary } from '@podium/contract/overview.ts'
import { listArtifacts } from '@podium/contract/run-files.ts'
import { isLive } from '@podium/contract/run-state.ts'
import type { Run, RunInfo } from '@podium/contract/runs.ts'
import {
  listInstanceRuns,
  listRuns,
  listSolutionRuns,
  listSolutionStreams,
  readRun,
} from '@podium/contract/runs.ts'
import { listStreams, listStreamsByInstance, type Stream } from '@podium/contract/streams.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '../api/route-types.ts'

/** What an event of the workspace's runs says. */
export type ChangedRun = Run & Pick<RunInfo, 'progress'>

interface RunList {
  stream_histories: Run[]
}

const LISTS = [listRuns, listInstanceRuns, listSolutionRuns, listRecentRuns]
/** What counts runs or is derived of their states. */
const SUMMARIES = [
  listStreamsByInstance,
  listStreams,
  listSolutionStreams,
  listInstances,
  readInstance,
  readOverviewSummary,
]
/** The newest few: read again for a run nobody has seen. */
const NEWEST = [listSolutionRuns, listRecentRuns]

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
      return { ...list, stream_histories: list.stream_histories.map((run) => (run === known ? row : run)) }
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
  void queries.invalidateQueries({ queryKey: [listArtifacts.id, args] })
  for (const { id } of before ? SUMMARIES : [...SUMMARIES, ...NEWEST])
    void queries.invalidateQueries({ queryKey: [id] })
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

/** Changes may have been missed: whatever shows runs is read again. */
export function takeGap(queries: QueryClient): void {
  for (const { id } of [...LISTS, ...SUMMARIES, readRun, listArtifacts])
    void queries.invalidateQueries({ queryKey: [id] })
}

/** Whether the run was started after the lists on the screen were read. */
export function isNew(queries: QueryClient, run: Run): boolean {
  const groups = queries
    .getQueriesData<ReplyOf<typeof listStreamsByInstance>>({ queryKey: [listStreamsByInstance.id] })
    .flatMap(([, page]) => page?.instances ?? [])
  const streams: Stream[] = groups.flatMap((instance) => instance.streams)
  const own = streams.find(({ id }) => id === run.stream_id)
  const others = own ? [own] : streams
  return others.every(({ last_run_at }) => last_run_at === null || run.created_at > last_run_at)
}
