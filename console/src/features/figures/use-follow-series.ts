import { listSeries } from '@podium/contract/calls/run-series.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { isLive } from '@podium/contract/rules/run-state.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { followOnPage } from '../../api/page-stream.ts'
import { serverNow } from '../../format/server-clock.ts'

const MAX_OFTEN_MS = 1000

interface Following {
  connected: boolean
  /** when the last points arrived, in milliseconds of the server's clock; null before the first */
  heardAt: number | null
}

/** Reads the series of a live run with new points again, at most once a second. */
export function useFollowSeries({ id, state }: RunInfo): Following {
  const queries = useQueryClient()
  const [following, setFollowing] = useState<Following>({ connected: true, heardAt: null })
  const live = isLive(state)
  useEffect(() => {
    if (!live) return
    const changed = new Set<string>()
    let waiting: ReturnType<typeof setTimeout> | undefined
    function readChanged() {
      waiting = undefined
      if (changed.size === 0) return
      readAgain(queries, id, changed)
      changed.clear()
      waiting = setTimeout(readChanged, MAX_OFTEN_MS)
    }
    const stop = followOnPage({
      run: id,
      query: () => ({ series: '1' }),
      onConnection: (connected) => setFollowing((before) => ({ ...before, connected })),
      onEvent({ event, data }) {
        if (event !== 'series') return
        const { names } = JSON.parse(data) as { names: string[] }
        for (const name of names) changed.add(name)
        if (names.length > 0) setFollowing({ connected: true, heardAt: serverNow() })
        if (waiting === undefined) readChanged()
      },
    })
    return () => {
      stop()
      clearTimeout(waiting)
    }
  }, [id, live, queries])
  return following
}

/** Reads the list of series again, and the points of the named series that are on the screen. */
function readAgain(queries: QueryClient, id: string, names: ReadonlySet<string>) {
  void queries.refetchQueries({
    type: 'active',
    predicate: ({ queryKey: [route, args] }) => {
      if (route !== listSeries.id) return false
      const { params, query } = args as { params: { id: string }; query?: { names?: string } }
      if (params.id !== id) return false
      return query?.names === undefined || [...names].some((name) => `,${query.names},`.includes(`,${name},`))
    },
  })
}
