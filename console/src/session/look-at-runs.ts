import { listRuns } from '@podium/contract/calls/run-list.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { serverNow } from '../format/server-clock.ts'
import { tellOfRun } from './missed-failures.ts'
import { takeLook } from './run-changes.ts'

/** The clocks of browser and server may differ by this much. */
const BEFORE_MS = 24 * 60 * 60 * 1000
const MOST_FAILED = 100

/**
 * Creates the periodic check of a background tab, in place of its stream. It reads the notifications and the runs
 * that the tab shows, for title and icon, and reports runs that failed since the first check.
 */
export function createLookAtRuns(queries: QueryClient, workspace: string): () => Promise<void> {
  const ended_from = new Date(serverNow() - BEFORE_MS).toISOString()
  let failedBefore: ReadonlySet<string> | undefined

  async function readFailed(): Promise<void> {
    const query = {
      workspace_id: workspace,
      state: 'failed',
      ended_from,
      sort: '-ended_at',
      page_size: MOST_FAILED,
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
