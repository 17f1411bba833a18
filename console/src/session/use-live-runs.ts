import { followRuns } from '@podium/contract/runs.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { follow } from '../api/follow.ts'
import { type ChangedRun, takeChange, takeGap } from './run-changes.ts'
import { useWorkspace } from './use-session.ts'

/**
 * Keeps the runs on the screen as the server has them, for as long as the page is open.
 * @param onChange called before a change is put into the lists
 */
export function useLiveRuns({ onChange }: { onChange?: (run: ChangedRun) => void } = {}) {
  const queries = useQueryClient()
  const { id } = useWorkspace()
  const [connected, setConnected] = useState(true)
  const take = useEffectEvent((run: ChangedRun) => {
    onChange?.(run)
    takeChange(queries, run)
  })
  useEffect(() => {
    setConnected(true)
    return follow(
      followRuns,
      { query: { workspace_id: id } },
      {
        onConnection: setConnected,
        onEvent({ event, data }) {
          if (event === 'gap') return takeGap(queries)
          if (event !== 'run') return
          take(JSON.parse(data) as ChangedRun)
        },
      },
    )
  }, [id, queries])
  return { connected }
}
