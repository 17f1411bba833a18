import { listRuns } from '@podium/contract/calls/run-list.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { followOnPage } from '../api/page-stream.ts'
import { serverNow } from '../format/server-clock.ts'
import { tellOfRun } from './missed-failures.ts'
import { type ChangedRun, takeChange, takeGap, takeLook, takeNotification } from './run-changes.ts'
import { useWorkspace } from './use-session.ts'

/** How long the stream stays open for the next page, which continues it without a gap. */
const KEPT_MS = 1000

interface Listener {
  onChange: (run: ChangedRun) => void
  onGap: () => void
  onConnection: (connected: boolean) => void
}

interface LiveRuns {
  workspace: string
  queries: QueryClient
  connected: boolean
  listeners: Set<Listener>
  stop: () => void
}

/** Shared by all parts of a page, and by the pages after it. */
let current: LiveRuns | null = null

/**
 * Keeps the runs on the screen current while the page is open.
 * @param onChange called before a change is applied to the lists
 * @param onGap called when changes may have been missed, for example at the start of the stream
 */
export function useLiveRuns({ onChange, onGap }: Partial<Pick<Listener, 'onChange' | 'onGap'>> = {}) {
  const queries = useQueryClient()
  const { id } = useWorkspace()
  const [connected, setConnected] = useState(true)
  const hear = useEffectEvent((run: ChangedRun) => onChange?.(run))
  const miss = useEffectEvent(() => onGap?.())
  useEffect(() => {
    const live = liveRuns(id, queries)
    const listener = { onChange: hear, onGap: miss, onConnection: setConnected }
    setConnected(live.connected)
    live.listeners.add(listener)
    return () => {
      live.listeners.delete(listener)
      setTimeout(() => live.listeners.size === 0 && close(live), KEPT_MS)
    }
  }, [id, queries])
  return { connected }
}

function liveRuns(workspace: string, queries: QueryClient): LiveRuns {
  if (current?.workspace === workspace && current.queries === queries) return current
  if (current?.listeners.size === 0) close(current)
  let look: (() => Promise<void>) | undefined
  let after: string | undefined
  const live: LiveRuns = { workspace, queries, connected: true, listeners: new Set(), stop: () => undefined }
  live.stop = followOnPage({
    query: () => ({ workspace_id: workspace, after }),
    onLook() {
      look ??= createLookAtRuns(queries, workspace)
      void look()
    },
    onConnection(connected) {
      look = undefined
      live.connected = connected
      for (const { onConnection } of live.listeners) onConnection(connected)
    },
    onEvent({ event, data }) {
      if (event === 'gap') {
        for (const { onGap } of live.listeners) onGap()
        return takeGap(queries)
      }
      if (event === 'notification') return takeNotification(queries)
      if (event === 'position') after = (JSON.parse(data) as { after: string }).after
      if (event !== 'run') return
      const run = JSON.parse(data) as ChangedRun
      for (const { onChange } of live.listeners) onChange(run)
      tellOfRun(run)
      takeChange(queries, run)
    },
    onRefused: () => close(live),
  })
  current = live
  return live
}

function close(live: LiveRuns): void {
  live.stop()
  if (current === live) current = null
}

/** The clocks of browser and server may differ by this much. */
const BEFORE_MS = 24 * 60 * 60 * 1000
const MAX_FAILED = 100

/**
 * Creates the periodic check of a background tab, in place of its stream. It reads the notifications and the runs
 * that the tab shows, for title and icon, and reports runs that failed since the first check.
 */
function createLookAtRuns(queries: QueryClient, workspace: string): () => Promise<void> {
  const ended_from = new Date(serverNow() - BEFORE_MS).toISOString()
  let failedBefore: ReadonlySet<string> | undefined

  async function readFailed(): Promise<void> {
    const query = {
      workspace_id: workspace,
      state: 'failed',
      ended_from,
      sort: '-ended_at',
      page_size: MAX_FAILED,
    }
    const { stream_histories: failed } = await call(listRuns, { query, background: true })
    if (failedBefore) for (const run of failed) if (!failedBefore.has(run.id)) tellOfRun(run)
    failedBefore ??= new Set(failed.map(({ id }) => id))
  }

  return async () => {
    takeLook(queries)
    // A failed read is repeated at the next check.
    await readFailed().catch(() => {})
  }
}
