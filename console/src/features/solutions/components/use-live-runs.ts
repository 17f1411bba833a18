import type { Route } from '@podium/contract/route.ts'
import { followRuns, type Run } from '@podium/contract/runs.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { follow } from '../../../api/follow.ts'
import { useWorkspace } from '../../../session/use-session.ts'

interface RunList {
  stream_histories: Run[]
}

interface Watched {
  /** lists of runs, whose rows change where they stand */
  lists: readonly Route[]
  /** what is derived of runs, read again when one begins, moves on or ends */
  derived: readonly Route[]
}

/** Keeps what a page shows of runs as the server has it. `watched` must stay the same object. */
export function useLiveRuns(watched: Watched): { connected: boolean } {
  const queries = useQueryClient()
  const { id } = useWorkspace()
  const [connected, setConnected] = useState(true)
  useEffect(
    () =>
      follow(
        followRuns,
        { query: { workspace_id: id } },
        {
          onConnection: setConnected,
          onEvent({ event, data }) {
            if (event === 'gap') readAgain(queries, [...watched.lists, ...watched.derived])
            else if (event === 'run') takeChange(queries, watched, JSON.parse(data) as Run)
          },
        },
      ),
    [id, queries, watched],
  )
  return { connected }
}

function takeChange(queries: QueryClient, { lists, derived }: Watched, changed: Run) {
  let before: Run | undefined
  for (const { id } of lists)
    queries.setQueriesData<RunList>({ queryKey: [id] }, (list) => {
      const known = list?.stream_histories.find((run) => run.id === changed.id)
      if (!list || !known) return list
      before = known
      return {
        ...list,
        stream_histories: list.stream_histories.map((run) => (run === known ? { ...run, ...changed } : run)),
      }
    })
  if (!before) readAgain(queries, lists)
  if (before?.state !== changed.state) readAgain(queries, derived)
}

function readAgain(queries: QueryClient, routes: readonly Route[]) {
  for (const { id } of routes) void queries.invalidateQueries({ queryKey: [id] })
}
