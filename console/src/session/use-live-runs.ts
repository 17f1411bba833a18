import { followRuns } from '@podium/contract/runs.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { follow } from '../api/follow.ts'
import { type ChangedRun, takeChange, takeGap } from './run-changes.ts'
import { useWorkspace } from './use-session.ts'

interface LiveOptions {
  /** Called before the change is put into the lists. */
  onChange?: (run: ChangedRun) => void
}

/** Keeps the runs on the screen as the server has them, for as long as the page is open. */
export function useLiveRuns({ onChange }: LiveOptions = {}): { connected: boolean } {
  const queries = useQueryClient()
  const { id } = useWorkspace()
  const [connected, setConnected] = useState(true)
  const heard = useRef(onChange)
  useEffect(() => {
    heard.current = onChange
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
          const run = JSON.parse(data) as ChangedRun
          heard.current?.(run)
          takeChange(queries, run)
        },
      },
    )
  }, [id, queries])
  return { connected }
}
