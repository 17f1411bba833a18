import { listRuns } from '@podium/contract/calls/run-list.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { serverNow } from '../format/server-clock.ts'
import { tellOfRun } from './missed-failures.ts'
import { takeLook } from './run-changes.ts'

/** The clocks of browser and server may differ by that much. */
const BEFORE_MS = 24 * 60 * 60 * 1000
const MOST_FAILED = 100

/**
 * Makes what a tab behind others does in the place of following its stream: it reads the notifications and the run or
 * runs that it shows, for its title and icon, and tells of runs that failed since the first look.
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
    // A read that fails is made again at the next look.
    await readFailed().catch(() => {})
  }
}
