import { listRecentRuns } from '@podium/contract/calls/overview.ts'
import { listRuns } from '@podium/contract/calls/run-list.ts'
import { followRuns } from '@podium/contract/calls/runs.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { follow } from '../../../../console/src/api/follow.ts'
import { q } from '../../../../console/src/api/query.ts'
import { type ChangedRun, takeChange, takeGap } from '../../../../console/src/session/run-changes.ts'
import type { Installation } from './installation.ts'

/** The list of runs and the newest of them as an open console page has them, with the console's own code. */
export function openConsole({ people }: Pick<Installation, 'people'>) {
  const query = { workspace_id: people.first.id }
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  const lists = [q(listRuns, { query: { ...query, page_size: 200 } }), q(listRecentRuns, { query })] as const
  const failed: string[] = []
  const broken: boolean[] = []
  const leave = lists.map((list) =>
    new QueryObserver<unknown>(queries, list as object as { queryKey: readonly unknown[] }).subscribe(
      ({ error }) => {
        if (error) failed.push(String(error))
      },
    ),
  )
  const stop = follow(followRuns, () => ({ query }), {
    onConnection: (connected) => connected || broken.push(true),
    onEvent({ event, data }) {
      if (event === 'gap') takeGap(queries)
      if (event === 'run') takeChange(queries, JSON.parse(data) as ChangedRun)
    },
    onRefused: (error) => failed.push(String(error)),
  })
  return {
    /** the rows on the screen */
    shown: () => lists.map(({ queryKey }) => queries.getQueryData(queryKey)?.stream_histories ?? []),
    /** calls of the page that failed */
    failed,
    /** how often the page reported a lost connection */
    timesBroken: () => broken.length,
    close() {
      stop()
      for (const each of leave) each()
      queries.clear()
    },
  }
}
